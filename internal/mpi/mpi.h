// The few functions of MPI that are used, found in a library when the program runs. Handles of MPI are
// pointers in Open MPI and ints in MPICH; both travel as 64 bits, as the calling conventions of 64-bit
// machines allow.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Loads a library, and says which implementation it is: 1 is Open MPI, 2 MPICH, 0 another; -1 where it
// cannot be loaded, and why.
int mpiLoad(const char *path, char *why, int bytes);

// Starts the thread that makes all calls of MPI, and begins MPI there. Returns MPI's code, and the end of a pipe from which
// what is done is read, as struct MpiDone.
int mpiStart(int *rank, int *count, int *pipe);
void mpiVersion(char *text); // of at least 8192 bytes
void mpiErrorText(int code, char *text);

enum { MPI_SENDS, MPI_RECEIVES, MPI_GREATEST, MPI_SUM_OF_ALL, MPI_ENDS };

// Gives the thread something to do: to send and to receive bytes, to set words to the greatest, or to the
// sum, of all processes', to end MPI.
void mpiPost(int kind, void *bytes, void *to, int count, int peer, int tag, int64_t id);

// Lets the thread look for so long before it sleeps, also where nothing is under way: it has a core of its own.
void mpiSpin(int64_t ns);

struct MpiDone {
	int64_t id, code;
};

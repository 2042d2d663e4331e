// Package program tests the program as a whole: command lines in a process of their own, their
// files and exit codes. The test binary is the program where the environment says so; see TestMain.
package program

// Package gpu is the devices: memory, ordered launches of the kernels of
// package cuda, copies between devices, and the one collective the program
// needs (an exclusive sum), on the host's processor or on CUDA GPUs.
//
// Open gives a System of devices. Work is put on Streams; it runs in the order
// in which it was put there, beside the work of other streams, and the calls
// return before it is done. Events order work across streams and devices and
// time it. The first error of a stream sticks to it, everything after it is
// skipped, and Sync returns it: code that puts work on streams reads without
// an error check a line.
package gpu

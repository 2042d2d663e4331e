// Package cuda is the text of the kernels, their argument structs, and the two
// compiled forms of them: loops for the host device, compiled by g++ with the
// package, and modules for GPUs, compiled by nvcc beforehand and embedded.
//
// Kernels live in headers, because the Go build cache does not see .cu files.
package cuda

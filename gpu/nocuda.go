//go:build !cuda

package gpu

import "errors"

var errNoCUDA = errors.New("this program was built without CUDA; a release has an archive -cuda, " +
	"and make builds it with CUDA on a machine that has nvcc and cuda.h (a CUDA toolkit 11.8 or 12, " +
	"or scripts/install-nvcc.sh)")

// IsFault reports whether an error says that a kernel has failed on a GPU, which takes along all
// that the process has there.
func IsFault(error) bool { return false }

func cudaDevices() ([]Info, error)                         { return nil, errNoCUDA }
func openCUDA(index, share int, o Options) (Device, error) { return nil, errNoCUDA }
func sharedCUDA(bytes int) (Shared, func(), error)         { return Shared{}, nil, errNoCUDA }
func copyToCUDA(to Device, dst, src Ptr, bytes int) error  { return errNoCUDA }

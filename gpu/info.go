package gpu

import (
	"errors"
	"fmt"
)

// Info is what is known of a GPU that the program can use.
type Info struct {
	Name              string // as Open takes it: cuda:0
	Model             string // as "NVIDIA H100 80GB HBM3"
	Memory            int64  // [bytes]
	Free              int64  // of it [bytes]; 0 where NVML is not asked or does not tell
	Bus               string // PCI address, as 00000000:1b:00.0
	ComputeCapability string // as "9.0"
}

var errNoGPU = errors.New("the NVIDIA driver finds no GPU")

// GPUs lists the GPUs that the program can use, or says why there are none.
func GPUs() ([]Info, error) {
	infos, err := cudaDevices()
	if _, remark := visible(); errors.Is(err, errNoGPU) && remark != "" {
		return nil, fmt.Errorf("%w: %s", err, remark)
	}
	return infos, err
}

//go:build cuda

package gpu

import (
	"fmt"

	"gorgonia.org/cu"
)

// cudaDevices lists the GPUs in CUDA's order, which CUDA_VISIBLE_DEVICES and
// CUDA_DEVICE_ORDER change. It makes no contexts.
func cudaDevices() ([]Info, error) {
	if err := driver(); err != nil {
		return nil, err
	}
	n, err := cu.NumDevices()
	if err != nil {
		return nil, fmt.Errorf("counting GPUs: %w", resultOf(err))
	}
	infos := make([]Info, n)
	for i := range infos {
		if infos[i], err = cudaInfo(i); err != nil {
			return nil, fmt.Errorf("cuda:%d: reading what it is: %w", i, resultOf(err))
		}
	}
	return infos, nil
}

func cudaInfo(index int) (Info, error) {
	info := Info{Name: fmt.Sprintf("cuda:%d", index)}
	d, err := cu.GetDevice(index)
	if err != nil {
		return info, err
	}
	if info.Model, err = d.Name(); err != nil {
		return info, err
	}
	if info.Memory, err = d.TotalMem(); err != nil {
		return info, err
	}
	var domain, bus, device, major, minor int
	for attribute, value := range map[cu.DeviceAttribute]*int{
		cu.PciDomainID:            &domain,
		cu.PciBusID:               &bus,
		cu.PciDeviceID:            &device,
		cu.ComputeCapabilityMajor: &major,
		cu.ComputeCapabilityMinor: &minor,
	} {
		if *value, err = d.Attribute(attribute); err != nil {
			return info, err
		}
	}
	info.Bus = fmt.Sprintf("%08x:%02x:%02x.0", domain, bus, device)
	info.ComputeCapability = fmt.Sprintf("%d.%d", major, minor)
	return info, nil
}

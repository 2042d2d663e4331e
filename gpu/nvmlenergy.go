package gpu

import (
	"fmt"
	"strings"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
)

// EnergyMeter starts to meter what the GPUs under devices use, by their names
// in a System. The function that it returns tells the joules used since, by all
// programs together, or why they are not known.
func EnergyMeter(devices []string) func() (joules float64, err error) {
	start, err := energy(devices)
	return func() (float64, error) {
		if err != nil {
			return 0, err
		}
		now, err := energy(devices)
		if err != nil {
			return 0, err
		}
		return now - start, nil
	}
}

// energy sums the counters of the GPUs [J]. Shares of a GPU count once.
func energy(devices []string) (joules float64, err error) {
	names := make(map[string]bool)
	for _, device := range devices {
		name, _, _ := strings.Cut(device, ".") // cuda:0.1 is a share of cuda:0
		if !strings.HasPrefix(name, "cuda:") {
			return 0, fmt.Errorf("the energy is not metered: %s has no meter", device)
		}
		names[name] = true
	}
	infos, err := cudaDevices()
	if err != nil {
		return 0, fmt.Errorf("the energy is not metered: %w", err)
	}
	library := nvml.New()
	if r := library.Init(); r != nvml.SUCCESS {
		return 0, fmt.Errorf("the energy is not metered: NVML does not start (%v)", r)
	}
	defer library.Shutdown()
	return counted(library, infos, names)
}

// counted sums the counters of those GPUs that are named [J].
func counted(library nvml.Interface, infos []Info, names map[string]bool) (joules float64,
	err error) {
	for _, info := range infos {
		if !names[info.Name] {
			continue
		}
		h, r := library.DeviceGetHandleByPciBusId(info.Bus)
		if r != nvml.SUCCESS {
			return 0, fmt.Errorf("the energy is not metered: NVML does not know %s (%v)", info.Name, r)
		}
		millijoules, r := h.GetTotalEnergyConsumption()
		if r != nvml.SUCCESS {
			return 0, fmt.Errorf("the energy is not metered: %s does not tell it (%v)", info.Name, r)
		}
		joules += float64(millijoules) / 1000
	}
	return joules, nil
}

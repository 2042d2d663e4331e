package gpu

import (
	"strings"
	"testing"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock"
)

// TestEnergy reads made-up counters, which are in mJ: those of the named GPUs count.
func TestEnergy(t *testing.T) {
	counters := map[string]uint64{"bus 0": 1_500_000, "bus 1": 20_000, "bus 2": 300}
	library := &mock.Interface{DeviceGetHandleByPciBusIdFunc: func(bus string) (nvml.Device,
		nvml.Return) {
		return &mock.Device{GetTotalEnergyConsumptionFunc: func() (uint64, nvml.Return) {
			if bus == "bus 3" {
				return 0, nvml.ERROR_NOT_SUPPORTED
			}
			return counters[bus], nvml.SUCCESS
		}}, nvml.SUCCESS
	}}
	infos := []Info{{Name: "cuda:0", Bus: "bus 0"}, {Name: "cuda:1", Bus: "bus 1"},
		{Name: "cuda:2", Bus: "bus 2"}, {Name: "cuda:3", Bus: "bus 3"}}
	if got, err := counted(library, infos, map[string]bool{"cuda:0": true, "cuda:2": true}); err != nil || got != 1500.3 {
		t.Errorf("the GPUs used %g J, not 1500.3: %v", got, err)
	}
	if _, err := counted(library, infos, map[string]bool{"cuda:3": true}); err == nil || !strings.Contains(err.Error(), "cuda:3 does not tell it") {
		t.Errorf("of a GPU without a counter the error is %v", err)
	}
}

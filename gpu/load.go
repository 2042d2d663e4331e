package gpu

import (
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
)

// Load is how busy a GPU is, or the processor with this program. What is not known is NaN.
type Load struct {
	Name   string  // as cuda:0, or host
	Busy   float64 // part of the time in which a kernel runs, or of all cores [%]
	Memory float64 // in use, of the processor by this program [bytes]
	Power  float64 // [W]
}

// LoadMeter measures loads.
type LoadMeter struct {
	library nvml.Interface
	names   []string
	handles []nvml.Device
	host    bool
	before  time.Time
	used    time.Duration // of the processor, before
}

// NewLoadMeter measures the GPUs under devices, by their names in a System, and the processor where
// it is among them or NVML does not start.
func NewLoadMeter(devices []string) *LoadMeter {
	m := &LoadMeter{before: time.Now(), used: processorTime()}
	names := map[string]bool{}
	for _, device := range devices {
		name, _, _ := strings.Cut(device, ".") // cuda:0.1 is a share of cuda:0
		names[name] = true
		m.host = m.host || !strings.HasPrefix(name, "cuda:")
	}
	infos, err := cudaDevices()
	library := nvml.New()
	if err != nil || library.Init() != nvml.SUCCESS {
		m.host = true
		return m
	}
	m.library = library
	for _, info := range infos {
		if h, r := library.DeviceGetHandleByPciBusId(info.Bus); names[info.Name] && r == nvml.SUCCESS {
			m.names, m.handles = append(m.names, info.Name), append(m.handles, h)
		}
	}
	return m
}

// Names are those of the Loads that Read returns.
func (m *LoadMeter) Names() []string {
	if m.host {
		return append(slices.Clone(m.names), "host")
	}
	return slices.Clone(m.names)
}

// Read measures. That of the processor is since the last time.
func (m *LoadMeter) Read() []Load {
	var all []Load
	for i, h := range m.handles {
		l := Load{m.names[i], math.NaN(), math.NaN(), math.NaN()}
		if u, r := h.GetUtilizationRates(); r == nvml.SUCCESS {
			l.Busy = float64(u.Gpu)
		}
		if memory, r := h.GetMemoryInfo(); r == nvml.SUCCESS {
			l.Memory = float64(memory.Used)
		}
		if p, r := h.GetPowerUsage(); r == nvml.SUCCESS {
			l.Power = float64(p) / 1000
		}
		all = append(all, l)
	}
	if m.host {
		now, used := time.Now(), processorTime()
		busy := 100 * (used - m.used).Seconds() / max(now.Sub(m.before).Seconds(),
			1e-9) / float64(runtime.NumCPU())
		m.before, m.used = now, used
		all = append(all, Load{"host", busy, residentMemory(), math.NaN()})
	}
	return all
}

// Close lets NVML go.
func (m *LoadMeter) Close() {
	if m.library != nil {
		m.library.Shutdown()
	}
}

// processorTime is what this program has used of the processor.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// residentMemory is what this program has of the host's memory [bytes].
func residentMemory() float64 {
	text, _ := os.ReadFile("/proc/self/statm")
	if words := strings.Fields(string(text)); len(words) > 1 {
		if pages, err := strconv.Atoi(words[1]); err == nil {
			return float64(pages * os.Getpagesize())
		}
	}
	return math.NaN()
}

package cli

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/gpu"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
)

// MaxDevices is how many shares a snapshot can tell apart.
const MaxDevices = 255

// mixedStrict is said where devices of both kinds compute.
const mixedStrict = "GPUs and the processor round alike with --strict only, so that is on"

// Devices are those of this process that the options ask for; why says what is not as it was asked
// for. Several processes call it together, alone world is nil.
func (c *Config) Devices(world *mpi.World) (names []string, why string, err error) {
	gpus, reason := gpu.GPUs()
	return c.devicesOf(world, gpus, reason)
}

// devicesOf is Devices with the GPUs that there are.
func (c *Config) devicesOf(world *mpi.World, gpus []gpu.Info, reason error) (names []string,
	why string, err error) {
	if err := c.shareGPUs(world, gpus); err != nil {
		return nil, "", err
	}
	if names, why, err = c.deviceNames(len(gpus), reason); err != nil {
		return nil, "", SetupError(err)
	}
	if err := c.countCompany(world, names); err != nil {
		return nil, "", err
	}
	strict, err := c.agreeOnStrict(world, names)
	if why == "" {
		why = strict
	}
	return names, why, err
}

// deviceNames are the devices that the options ask for, as gpu.Open takes them,
// on a machine with a number of GPUs, or with none for a reason; why says what is
// not as it was asked for.
func (c *Config) deviceNames(gpus int, reason error) (names []string, why string, err error) {
	if c.devices != "" {
		names, err = parseDevices(c.devices, gpus, reason)
		if !c.Strict && gpu.Mixed(names) {
			why = mixedStrict
		}
		return names, why, err
	}
	if c.part != nil {
		names, why = c.part.deviceNames(c.gpus)
		return names, why, nil
	}
	asked := max(c.gpus, 1)
	for share := range asked {
		name := "host"
		if gpus > 0 {
			// Contiguous blocks, so that neighbours share a GPU.
			name = fmt.Sprintf("cuda:%d", share*min(gpus, asked)/asked)
		}
		names = append(names, name)
	}
	switch {
	case gpus == 0 && asked == 1:
		why = "the processor computes, since no GPU can be used; gpusph devices says why"
	case gpus == 0:
		why = Shares(names) + ", since no GPU can be used; gpusph devices says why"
	case gpus < asked:
		why = Shares(names)
	}
	return names, why, nil
}

// several reports whether there may be several devices. Who says how many there are may do so in a
// series, one device with several. Commands without --gpus have numbers of their own, and several
// processes have a device each at least.
func (c *Config) several() bool {
	return mpi.Start().Count > 1 || c.gpus > 0 || c.devices != "" || slices.Contains(c.Without, "gpus")
}

// mayUseGPUs reports whether the options let n GPUs take part. How many there are is not asked: a
// command line that is good on one machine is good on others.
func (c *Config) mayUseGPUs(n int) func() bool {
	return func() bool {
		names, err := c.listed()
		gpus := slices.DeleteFunc(names, func(name string) bool { return name == "host" })
		return err != nil || c.devices == "" || DistinctDevices(gpus) >= n
	}
}

// listed are the devices of --devices, whether there are any or not.
func (c *Config) listed() ([]string, error) {
	if c.devices == "" {
		return nil, nil
	}
	return parseDevices(c.devices, math.MaxInt, nil)
}

func noGPU(reason error) string {
	if reason == nil {
		return "there is no GPU"
	}
	return fmt.Sprintf("no GPU can be used: %v", reason)
}

// Shares is "6 subdomains on 1 host device" or "6 subdomains on cuda:0 (3), cuda:1 (3)".
func Shares(names []string) string {
	on := spread(names)
	if DistinctDevices(names) == 1 && names[0] == "host" {
		on = "1 host device"
	}
	return text.Count(len(names), "subdomain") + " on " + on
}

// spread says how many shares sit on each device, as "cuda:0 (3), cuda:1 (3)".
func spread(names []string) string {
	var parts []string
	for i := 0; i < len(names); {
		n := 1
		for i+n < len(names) && names[i+n] == names[i] {
			n++
		}
		parts = append(parts, fmt.Sprintf("%s (%d)", names[i], n))
		i += n
	}
	return strings.Join(parts, ", ")
}

func areGPUs(n int) string {
	if n == 1 {
		return "is 1 GPU, cuda:0"
	}
	return fmt.Sprintf("are %d GPUs, cuda:0 to cuda:%d", n, n-1)
}

// parseDevices reads a list as cuda:0,cuda:0,host:4. A bare number is a GPU's,
// as GPUSPH has it.
func parseDevices(list string, gpus int, reason error) ([]string, error) {
	var names []string
	for word := range strings.SplitSeq(list, ",") {
		word = strings.ToLower(strings.TrimSpace(word))
		kind, digits, numbered := strings.Cut(word, ":")
		if _, err := strconv.Atoi(word); err == nil {
			kind, digits, numbered = "cuda", word, true
		}
		number, err := strconv.Atoi(digits)
		switch {
		case kind == "host" && !numbered:
			names = append(names, "host")
		case kind == "host" && err == nil && number >= 1 && number <= MaxDevices:
			for range number {
				names = append(names, "host")
			}
		case kind == "host":
			return nil, fmt.Errorf("--devices has %q, but after host: comes how many host devices there "+
				"should be, from 1 to %d; use host:4", word, MaxDevices)
		case kind == "cuda" && err == nil && number >= 0 && number < gpus:
			names = append(names, fmt.Sprintf("cuda:%d", number))
		case kind == "cuda" && err == nil && number >= 0 && gpus == 0:
			return nil, fmt.Errorf("--devices has %s, but %s; use --devices host", word, noGPU(reason))
		case kind == "cuda" && err == nil && number >= 0:
			return nil, fmt.Errorf("--devices has %s, but there %s; use one of them or host", word,
				areGPUs(gpus))
		default:
			return nil, fmt.Errorf("--devices has %q, but a device is cuda: and a GPU's number or host: "+
				"and how many; use cuda:0,cuda:1 or host:4", word)
		}
	}
	if len(names) > MaxDevices {
		return nil, fmt.Errorf("--devices names %d devices, but the maximum is %d", len(names),
			MaxDevices)
	}
	return names, nil
}

// DevicePool is what the shares are placed on: the devices of --devices, else
// the GPUs, else the host.
func (c *Config) DevicePool(gpus int, reason error) ([]string, error) {
	if c.devices != "" {
		return parseDevices(c.devices, gpus, reason)
	}
	if gpus == 0 {
		return []string{"host"}, nil
	}
	var pool []string
	for g := range gpus {
		pool = append(pool, fmt.Sprintf("cuda:%d", g))
	}
	return pool, nil
}

// DistinctDevices is how many processors are under shares.
func DistinctDevices(names []string) int {
	seen := map[string]bool{}
	for _, n := range names {
		seen[n] = true
	}
	return len(seen)
}

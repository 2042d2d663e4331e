package scaling

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// transport is a way from a device to its neighbour. An exchange of halos takes a given number of
// latencies and bytes/bandwidth, in a stream of its own.
type transport struct {
	Name      string  `json:"name"` // process, ipc, nccl, mpi, network, or two devices, as 3-4
	Latency   float64 `json:"latency_s"`
	Bandwidth float64 `json:"bandwidth_bytes_per_second"`
	Reduction float64 `json:"reduction_s,omitempty"` // all-reduce of two processes; 0 is two latencies
}

// Transports between processes, the fastest first.
var transports = []string{"ipc", "nccl", "mpi"}

// latencies are how many an exchange takes. Those of IPC and NCCL are timed as a whole, with flags
// (sph/exchange/linktimes.go). Stores within a process are timed as copies, and take flags for room
// and arrival. Messages above 64 KiB of MPI are request, answer and bytes.
func (t *transport) latencies() float64 {
	if t.Name == "ipc" || t.Name == "nccl" {
		return 1
	}
	return 3
}

// seconds is what an exchange of some bytes takes.
func (t *transport) seconds(bytes float64) float64 {
	return t.latencies()*t.Latency + bytes/t.Bandwidth
}

// reduction is what an all-reduce of two processes takes [s].
func (t *transport) reduction() float64 {
	if t.Reduction > 0 {
		return t.Reduction
	}
	return 2 * t.Latency
}

// String is a line of the report.
func (t *transport) String() string {
	name := "between processes by " + t.Name
	if strings.Contains(t.Name, "-") {
		name = "between the devices " + t.Name
	}
	return fmt.Sprintf("%s: %.3g GB/s + %.3g µs, an all-reduce of two %.3g µs", name,
		t.Bandwidth/1e9, t.Latency*1e6, t.reduction()*1e6)
}

// named is the first transport that has one of some names, or nil.
func (w *network) named(names ...string) *transport {
	for _, name := range names {
		if i := slices.IndexFunc(w.Links, func(t transport) bool { return t.Name == name }); i >= 0 {
			return &w.Links[i]
		}
	}
	return nil
}

// pairName names a transport that is that of device d and its neighbour d-1 only.
func pairName(d int) string { return fmt.Sprintf("%d-%d", d-1, d) }

// parseLinks reads --links: ipc=3:300,nccl=7:20:8,3-4=50:5.
func parseLinks(list string) (all []transport, err error) {
	if list == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		name, numbers, _ := strings.Cut(word, "=")
		t := transport{Name: strings.ToLower(name)}
		if !slices.Contains(transports, t.Name) && !isPair(t.Name) {
			return nil, fmt.Errorf("--links has %q, but a link is ipc, nccl, mpi or two "+
				"neighbouring devices, "+
				"as 3-4; use ipc=3:300,nccl=7:20:8", word)
		}
		if slices.ContainsFunc(all, func(other transport) bool { return other.Name == t.Name }) {
			return nil, fmt.Errorf("--links has %s twice; name each link once", t.Name)
		}
		values := strings.Split(numbers, ":")
		if len(values) != 2 && len(values) != 3 {
			return nil, fmt.Errorf("--links has %q, but after %s= come latency [µs], bandwidth [GB/s] "+
				"and, where it is measured, "+
				"the time of an all-reduce of two [µs]; use %s=7:20 or %s=7:20:8", word, name, name, name)
		}
		for i, to := range []struct {
			value *float64
			unit  float64
			least float64
		}{{&t.Latency, 1e-6, 0}, {&t.Bandwidth, 1e9, 1e-6}, {&t.Reduction, 1e-6, 0}}[:len(values)] {
			x, err := strconv.ParseFloat(values[i], 64)
			if err != nil || math.IsNaN(x) || x < to.least || x > 1e6 {
				return nil, fmt.Errorf("--links has %q, but %q is no number from %g to 1e6; use %s=7:20:8",
					word,
					values[i], to.least, name)
			}
			*to.value = x * to.unit
		}
		all = append(all, t)
	}
	return all, nil
}

// isPair tells whether a name is that of a device and the next one.
func isPair(name string) bool {
	first, _, _ := strings.Cut(name, "-")
	d, err := strconv.Atoi(first)
	return err == nil && d >= 0 && d < mostDevices && name == pairName(d+1)
}

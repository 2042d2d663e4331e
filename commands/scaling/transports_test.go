package scaling

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestParseLinks has lists of links, and errors that name what is meant.
func TestParseLinks(t *testing.T) {
	got, err := parseLinks("ipc=3:300, NCCL=7:20:8,3-4=50:0.5")
	want := []transport{{"ipc", 3e-6, 300e9, 0}, {"nccl", 7e-6, 20e9, 8e-6}, {"3-4", 50e-6, 0.5e9, 0}}
	if err != nil || !slices.EqualFunc(got, want, func(a, b transport) bool {
		return a.Name == b.Name && math.Abs(a.Latency/b.Latency-1)+math.Abs(
			a.Bandwidth/b.Bandwidth-1) < 1e-12 && a.Reduction == b.Reduction
	}) {
		t.Errorf("the links are %v, %v", got, err)
	}
	for list, wrong := range map[string]string{
		"ib=1:2":        `has "ib=1:2", but a link is ipc, nccl, mpi or two neighbouring devices`,
		"3-5=1:2":       "two neighbouring devices",
		"ipc":           "latency [µs], bandwidth [GB/s]",
		"ipc=1":         "use ipc=7:20 or ipc=7:20:8",
		"ipc=1:2:3:4":   "an all-reduce of two",
		"ipc=1:fast":    `"fast" is no number`,
		"ipc=1:0":       `"0" is no number from 1e-06`,
		"ipc=-1:1":      `"-1" is no number from 0`,
		"mpi=1:2,mpi=3": "has mpi twice",
	} {
		if _, err := parseLinks(list); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: no %q in %v", list, wrong, err)
		}
	}
}

// TestTransports has four devices of two machines, a process each, and looks at the way to each
// neighbour.
func TestTransports(t *testing.T) {
	m := costly(even(40))
	m.network = &network{Devices: 2, Process: 1, Latency: 2e-3, Bandwidth: 1e5}
	ways := func(links string) (names []string) {
		m.network.Links, _ = parseLinks(links)
		for d := 1; d < 4; d++ {
			names = append(names, m.linkTo(d).Name)
		}
		return names
	}
	for links, want := range map[string]string{
		"":                                 "process network process",
		"ipc=1:1":                          "ipc network ipc",
		"ipc=1:1,nccl=1:1":                 "ipc nccl ipc",
		"mpi=1:1":                          "mpi mpi mpi",
		"mpi=1:1,nccl=1:1":                 "nccl nccl nccl",
		"ipc=1:1,nccl=1:1,1-2=9:9,2-3=9:9": "ipc 1-2 2-3",
	} {
		if got := strings.Join(ways(links), " "); got != want {
			t.Errorf("%s: the ways are %s, want %s", links, got, want)
		}
	}
	m.network.Process = 2
	if got := strings.Join(ways("ipc=1:1,nccl=1:1"), " "); got != "process nccl process" {
		t.Errorf("in two processes the ways are %s", got)
	}
}

// TestTransportsByHand compares T(2) of two processes with TestModelByHand's numbers: one latency
// of NCCL, three of MPI.
func TestTransportsByHand(t *testing.T) {
	m := costly(even(40))
	m.network = &network{Devices: 2, Process: 1}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	state := 100.0 * 44
	m.network.Links = []transport{{Name: "nccl", Latency: 2e-3, Bandwidth: 1e5}}
	near("T(2) by NCCL", first(m.time(2, nil)), 0.45+(2e-3+state/1e5)/10+0.1)
	m.network.Links[0].Name = "mpi"
	near("T(2) by MPI", first(m.time(2, nil)), 0.45+(3*2e-3+state/1e5)/10+0.1)
	// An all-reduce that the Forces and the exchange of half a step do not hide.
	m.network.Links[0].Reduction = 1
	near("T(2) with a slow reduction", first(m.time(2, nil)), 0.45+0.1+2*(1-0.175))
}

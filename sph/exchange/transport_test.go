package exchange

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"gpusph/gpu"
)

// Two processes take the fastest transport that they can, and refuse one that they cannot with the
// reason.
func TestConnect(t *testing.T) {
	of := func(machine, gpus string) Station {
		return Station{Machine: machine, GPUs: strings.Split(gpus, ","), Direct: true, NCCL: 22803, Driver: "580.2"}
	}
	with := func(s Station, change func(*Station)) Station { change(&s); return s }
	one, two, far := of("a", "g0"), of("a", "g1"), of("b", "g2")
	copies := with(two, func(s *Station) { s.Direct = false })
	noNCCL := with(far, func(s *Station) { s.NCCL, s.NoNCCL = 0, "libnccl.so.2 cannot be loaded" })
	driver := with(far, func(s *Station) { s.Driver = "570.1" })
	bound := with(two, func(s *Station) { s.Cores = 1 })
	older := with(far, func(s *Station) { s.NCCL = 21805 })
	many := of("a", strings.TrimSuffix(strings.Repeat("x,", 16), ","))
	for name, c := range map[string]struct {
		asked    Transport
		stations []Station
		tried    error
		want     [3]Transport // between 0 and 1, 0 and 2, 1 and 2
		says     string       // its error or its note
	}{
		"one machine":         {asked: Auto, stations: []Station{one, two}, want: [3]Transport{IPC}},
		"one core":            {asked: Auto, stations: []Station{one, bound}, want: [3]Transport{IPC}, says: "process 1 may use 1 core for 1 GPU"},
		"two machines":        {asked: Auto, stations: []Station{one, far}, want: [3]Transport{NCCL}, says: "NCCL, because processes 0 and 1 are on different machines"},
		"both":                {asked: Auto, stations: []Station{one, two, far}, want: [3]Transport{IPC, NCCL, NCCL}, says: "NCCL, because processes 0 and 2"},
		"a trial fails":       {asked: Auto, stations: []Station{one, two}, tried: errors.New("invalid device context"), want: [3]Transport{NCCL}, says: "invalid device context"},
		"no NCCL":             {asked: Auto, stations: []Station{one, noNCCL}, want: [3]Transport{MPI}, says: "libnccl.so.2 cannot be loaded"},
		"unlike NCCL":         {asked: NCCL, stations: []Station{one, older}, says: "process 1 has NCCL 2.18.5, but process 0 has 2.28.3"},
		"unlike drivers":      {asked: NCCL, stations: []Station{one, driver}, says: "process 1 has NVIDIA's driver 570.1, but process 0 has 580.2"},
		"IPC elsewhere":       {asked: IPC, stations: []Station{one, far}, says: "--transport ipc cannot be used, because processes 0 and 1 are on different machines"},
		"IPC, no stores":      {asked: IPC, stations: []Station{one, copies}, says: "the GPUs of process 1 do not store in each other's memory"},
		"IPC, too many":       {asked: IPC, stations: []Station{one, many}, says: "there are 17 GPUs, and 16 are the most"},
		"one GPU":             {asked: Auto, stations: []Station{one, one}, want: [3]Transport{MPI}, says: "processes that share a GPU take turns on it"},
		"one GPU, asked":      {asked: IPC, stations: []Station{one, one}, want: [3]Transport{IPC}},
		"one GPU by NCCL":     {asked: NCCL, stations: []Station{one, one}, says: "processes 0 and 1 have the same GPU"},
		"processors":          {asked: Auto, stations: []Station{of("a", ""), of("a", "")}, want: [3]Transport{MPI}},
		"processor by IPC":    {asked: IPC, stations: []Station{one, of("a", "")}, says: "process 1 has devices that are no GPUs"},
		"processor beside it": {asked: Auto, stations: []Station{one, of("a", ",g1")}, want: [3]Transport{MPI}},
		"MPI":                 {asked: MPI, stations: []Station{one, two}, want: [3]Transport{MPI}},
	} {
		got, err := connect(c.asked, c.stations, func(a, b int) error { return c.tried })
		said := got.note
		if err != nil {
			said = err.Error()
		}
		if (c.says == "") != (said == "") || !strings.Contains(said, c.says) {
			t.Errorf("%s: it says %q, not %q", name, said, c.says)
		}
		for k, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			if err == nil && pair[1] < len(c.stations) && (got.of[pair[0]][pair[1]] != c.want[k] || got.of[pair[1]][pair[0]] != c.want[k]) {
				t.Errorf("%s: processes %v exchange by %v and %v, not by %v", name, pair, got.of[pair[0]][pair[1]], got.of[pair[1]][pair[0]], c.want[k])
			}
		}
	}
}

// What a device announces comes back as it was.
func TestAnnouncement(t *testing.T) {
	all := []announcement{
		{exports: []gpu.Export{{Handle: gpu.Handle{1, 2}, Base: 4096, Bytes: 80}, {Handle: gpu.Handle{3}, Base: 8192, Bytes: 8}}, words: []gpu.Ptr{4096, 0, 8192}},
		{exports: []gpu.Export{}, words: []gpu.Ptr{}},
		{words: []gpu.Ptr{7}},
	}
	var b []byte
	for i := range all {
		b = all[i].append(b)
	}
	reader := bytes.NewReader(b)
	for i := range all {
		if got, err := readAnnouncement(reader); err != nil || !reflect.DeepEqual(got, all[i]) {
			t.Errorf("%+v has become %+v, %v", all[i], got, err)
		}
	}
	if _, err := readAnnouncement(bytes.NewReader(b[:20])); err == nil {
		t.Error("half of an announcement is read")
	}
}

// An address of another device is found in the allocation that has it.
func TestPeerAddress(t *testing.T) {
	p := peer{allocations: []reached{{gpu.Export{Base: 1000, Bytes: 100}, 50000}, {gpu.Export{Base: 1100, Bytes: 8}, 9000}}}
	for there, want := range map[gpu.Ptr]gpu.Ptr{1000: 50000, 1099: 50099, 1100: 9000, 1108: 0, 0: 0} {
		if got := p.here(there); got != want {
			t.Errorf("%d is %d here, not %d", there, got, want)
		}
	}
}

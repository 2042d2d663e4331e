package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
)

// TestPartOfProcess has processes with what each sees, as machine:local rank:GPUs, and the devices
// that each takes.
func TestPartOfProcess(t *testing.T) {
	for name, test := range map[string]struct{ all, want string }{
		"a GPU each":            {"a:0:ABCD a:1:ABCD a:2:ABCD a:3:ABCD", "0 1 2 3"},
		"two each":              {"a:0:ABCD a:1:ABCD", "0,1 2,3"},
		"no multiple":           {"a:0:ABCDE a:1:ABCDE", "0,1 2,3,4"},
		"fewer GPUs":            {"a:0:AB a:1:AB a:2:AB", "0 1 0"},
		"no GPU":                {"a:0: a:1:", "host host"},
		"one process a machine": {"a:0:AB b:0:AB", "0,1 0,1"},
		"round robin":           {"a:0:AB b:0:CD a:1:AB b:1:CD", "0 0 1 1"},
		"local ranks differ":    {"a:1:AB a:0:AB", "1 0"},
		"unknown local ranks":   {"a:-1:AB a:-1:AB", "0 1"},
		"local ranks twice":     {"a:0:AB a:0:AB", "0 1"},
		"each its own":          {"a:0:A a:1:B b:0:A", "0 0 0"},
		"each two of its own":   {"a:0:AB a:1:CD", "0,1 0,1"},
		"other orders":          {"a:0:AB a:1:BA", "0 0"},
		"two groups":            {"a:0:AB a:1:AB a:2:CD a:3:CD", "0 1 0 1"},
		"some without":          {"a:0:A a:1:", "0 host"},
		"named":                 {"a:0:AB a:1:AB:named a:2:AB", "0 named 1"},
		"in common":             {"a:0:AB a:1:BC", "error error"},
	} {
		var all []localGPUs
		for word := range strings.FieldsSeq(test.all) {
			parts := strings.Split(word, ":")
			p := localGPUs{Machine: parts[0], Host: "node", GPUs: strings.Split(parts[2], ""),
				Named: len(parts) > 3}
			fmt.Sscan(parts[1], &p.Rank)
			all = append(all, p)
		}
		var got []string
		for rank := range all {
			p, err := partOf(all, rank)
			switch {
			case err != nil:
				got = append(got, "error")
				if !strings.Contains(err.Error(), "processes 0 and 1 on node see some GPUs in common") {
					t.Errorf("%s: %v", name, err)
				}
			case p == nil:
				got = append(got, "named")
			default:
				names, _ := p.deviceNames(0)
				got = append(got, strings.ReplaceAll(strings.Join(names, ","), "cuda:", ""))
			}
		}
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v, want %s", name, got, test.want)
		}
	}
}

// TestGPUsOfEachProcess has --gpus on a part of a machine's GPUs.
func TestGPUsOfEachProcess(t *testing.T) {
	for _, test := range []struct {
		gpus      int
		part      part
		want, why string
	}{
		{0, part{[]int{2, 3}, 2, 4}, "cuda:2 cuda:3", ""},
		{1, part{[]int{2, 3}, 2, 4}, "cuda:2", ""},
		{2, part{[]int{2, 3}, 2, 4}, "cuda:2 cuda:3", ""},
		{4, part{[]int{2, 3}, 2, 4}, "cuda:2 cuda:2 cuda:3 cuda:3", "4 subdomains on cuda:2 " +
			"(2), cuda:3 (2)"},
		{0, part{[]int{1}, 6, 2}, "cuda:1", "the 6 processes of this machine share 2 GPUs"},
		{0, part{nil, 2, 0}, "host", "this machine has no GPU"},
		{3, part{nil, 2, 0}, "host host host", "this machine has no GPU"},
	} {
		c := Config{deviceOptions: deviceOptions{gpus: test.gpus, part: &test.part}}
		names, why, err := c.deviceNames(8, nil)
		if err != nil || strings.Join(names, " ") != test.want || !strings.Contains(why, test.why) ||
			(why == "") != (test.why == "") {
			t.Errorf("%+v: %v, %q, %v", test, names, why, err)
		}
	}
}

// TestMemoryOfCompany has a flow over the devices of several processes.
func TestMemoryOfCompany(t *testing.T) {
	c := parsed(t, "--problem DamBreak3D --preset classic --deltap 0.005")
	one, err := c.Memory([]string{"host"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	four, err := c.Memory([]string{"host", "host"}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if ratio := one.Device / four.Device; ratio < 6 || ratio > 8 || four.Process != one.Process {
		t.Errorf("one device takes %g bytes, each of eight %g; the host %g and %g", one.Device,
			four.Device, one.Process, four.Process)
	}
	o, err := c.outline(c.DeltaP)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"cuda:0"}
	alone := stores(&o, 0, gpu.HostMemory{}, names, []gpu.Info{{Name: "cuda:0"}}, company{devices: 8})
	shared := stores(&o, 0, gpu.HostMemory{}, names, []gpu.Info{{Name: "cuda:0"}},
		company{devices: 8, local: 4, onGPU: 2})
	if shared[0].each != 4*alone[0].each || shared[1].each != 2*alone[1].each {
		t.Errorf("alone %+v, with others %+v", alone, shared)
	}
}

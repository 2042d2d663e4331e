package gpu

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

const (
	uuid  = "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"
	other = "GPU-11111111-2222-3333-4444-555555555555"
	mig   = "MIG-4f92b3a1-0c2d-5e6f-8a9b-0123456789ab"
)

// TestParseVisible has forms of CUDA_VISIBLE_DEVICES, and the entries at which CUDA stops reading.
func TestParseVisible(t *testing.T) {
	number := func(n int) selector { return selector{Index: n} }
	named := selector{Index: -1, GPU: uuid}
	for text, want := range map[string]struct {
		all    []selector
		remark string
	}{
		"0":             {[]selector{number(0)}, ""},
		" 3, 1 ":        {[]selector{number(3), number(1)}, ""},
		uuid:            {[]selector{named}, ""},
		"GPU-8932f937":  {[]selector{{Index: -1, GPU: "GPU-8932f937"}}, ""},
		uuid + ",GPU-1": {[]selector{named, {Index: -1, GPU: "GPU-1"}}, ""},
		mig:             {[]selector{{Index: -1, MIG: mig}}, ""},
		"MIG-" + uuid + "/1/0": {[]selector{{Index: -1, GPU: uuid, MIG: "MIG-" + uuid + "/1/0",
			Instance: 1}}, ""},
		"MIG-" + uuid + "/13/2": {[]selector{{Index: -1, GPU: uuid, MIG: "MIG-" + uuid + "/13/2",
			Instance: 13, Compute: 2}}, ""},
		mig + ",MIG-" + other + "/1/0": {[]selector{{Index: -1, MIG: mig}},
			"names 2 MIG devices, but CUDA shows a process the first only"},

		"":                      {nil, "is empty, which hides all GPUs"},
		"NoDevFiles":            {nil, "Slurm has given this job no GPU"},
		"-1":                    {nil, "has -1"},
		"0,-1,1":                {[]selector{number(0)}, "has -1"},
		"0,1,0":                 {[]selector{number(0), number(1)}, "has 0 twice"},
		"0,cuda:1,2":            {[]selector{number(0)}, `has "cuda:1", which is not a number of a GPU`},
		"0,,1":                  {[]selector{number(0)}, `has ""`},
		"+1":                    {nil, `has "+1"`},
		"gpu-8932f937":          {nil, `has "gpu-8932f937"`},
		"GPU-":                  {nil, `has "GPU-"`},
		"MIG-" + uuid:           {nil, `has "MIG-GPU-`},
		"MIG-" + uuid + "/1":    {nil, `has "MIG-GPU-`},
		"MIG-" + uuid + "/1/0/": {nil, `has "MIG-GPU-`},
		"MIG-4f92b3a1":          {nil, `has "MIG-4f92b3a1"`},
	} {
		all, remark := parseVisible(text)
		if !slices.Equal(all, want.all) || !strings.Contains(remark, want.remark) ||
			(remark == "") != (want.remark == "") {
			t.Errorf("%q: %+v, %q, want %+v", text, all, remark, want)
		}
	}
}

// TestNumbersOfCUDA has GPUs in the orders of NVML and CUDA, which write addresses differently.
func TestNumbersOfCUDA(t *testing.T) {
	buses := []string{"00000000:1B:00.0", "00000000:43:00.0", "00000001:1B:00.0", ""}
	gpus := []Info{{Bus: "00000001:1b:00.0"}, {Bus: "0000:1b:00.0"}}
	if got := cudaNumbers(buses, gpus); !reflect.DeepEqual(got, []int{1, -1, 0, -1}) {
		t.Errorf("CUDA's numbers are %v", got)
	}
	want := []string{"00000001:1b:00.0", "00000000:1b:00.0"}
	if got := identities(gpus, []selector{{Index: 2}, {Index: 0}}); !reflect.DeepEqual(got, want) {
		t.Errorf("the GPUs are %v", got)
	}
	if got := identities(gpus[:1], []selector{{Index: -1, MIG: mig}}); !reflect.DeepEqual(got, []string{mig}) {
		t.Errorf("the MIG device is %v", got)
	}
}

// TestOrderOfCUDA has values of CUDA_DEVICE_ORDER.
func TestOrderOfCUDA(t *testing.T) {
	for order, known := range map[string]bool{"": true, "PCI_BUS_ID": true, "FASTEST_FIRST": true,
		"pci": false} {
		if remark := orderRemark(order); (remark == "") != known {
			t.Errorf("%q: %q", order, remark)
		}
	}
}

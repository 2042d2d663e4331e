package gpu

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// The environment variables by which CUDA's driver chooses and numbers GPUs.
const (
	visibleVariable = "CUDA_VISIBLE_DEVICES"
	orderVariable   = "CUDA_DEVICE_ORDER"
)

// selector is an entry of CUDA_VISIBLE_DEVICES: a number, the name of a GPU, or that of a MIG
// device.
type selector struct {
	Index int    // in the order of CUDA_DEVICE_ORDER; -1 where a name is given
	GPU   string // GPU-uuid, or the beginning of one
	MIG   string // the whole name of a MIG device; with its GPU's where GPU is set

	Instance, Compute int // numbers of its GPU instance and compute instance, with GPU
}

const hex = `[0-9a-fA-F]`

var (
	gpuName = regexp.MustCompile(`^GPU-` + hex + `[-0-9a-fA-F]{0,35}$`)
	migName = regexp.MustCompile(`^MIG-` + hex + `{8}-` + hex + `{4}-` + hex + `{4}-` + hex + `{4}-` +
		hex + `{12}$`)
	oldMIG = regexp.MustCompile(`^MIG-(GPU-` + hex + `[-0-9a-fA-F]{35})/(\d{1,3})/(\d{1,3})$`)
)

// parseSelector reads an entry.
func parseSelector(word string) (selector, bool) {
	s := selector{Index: -1}
	switch {
	case gpuName.MatchString(word):
		s.GPU = word
	case migName.MatchString(word):
		s.MIG = word
	case oldMIG.MatchString(word):
		parts := oldMIG.FindStringSubmatch(word)
		s.MIG, s.GPU = word, parts[1]
		s.Instance, _ = strconv.Atoi(parts[2])
		s.Compute, _ = strconv.Atoi(parts[3])
	default:
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || word[0] == '+' {
			return s, false
		}
		s.Index = n
	}
	return s, true
}

// parseVisible reads CUDA_VISIBLE_DEVICES. As CUDA does, it ends at the first entry that is
// invalid, which remark is about. -1 and an empty text hide all GPUs by intent.
func parseVisible(text string) (all []selector, remark string) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, visibleVariable + " is empty, which hides all GPUs; unset it to use them"
	}
	if text == "NoDevFiles" {
		return nil, "Slurm has given this job no GPU (" + visibleVariable +
			"=NoDevFiles); ask for some with --gres=gpu:1 or --gpus"
	}
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		s, ok := parseSelector(word)
		switch {
		case word == "-1":
			return all, visibleVariable + " has -1, which hides all GPUs that follow"
		case !ok:
			return all, fmt.Sprintf("%s has %q, which is not a number of a GPU and no name as GPU-uuid, "+
				"MIG-uuid or "+
				"MIG-GPU-uuid/0/0, so CUDA hides the GPUs from there on; nvidia-smi -L lists the names",
				visibleVariable, word)
		}
		for _, before := range all {
			if before == s {
				return all, fmt.Sprintf("%s has %s twice, so CUDA may hide all GPUs; name each once",
					visibleVariable, word)
			}
		}
		all = append(all, s)
	}
	if len(all) > 1 && all[0].MIG != "" {
		return all[:1], fmt.Sprintf("%s names %d MIG devices, but CUDA shows a process the first only; "+
			"start a process for each", visibleVariable, len(all))
	}
	return all, ""
}

// visible reads the variable of this process. There is none where all GPUs are visible.
func visible() ([]selector, string) {
	text, set := os.LookupEnv(visibleVariable)
	if !set {
		return nil, ""
	}
	return parseVisible(text)
}

// orderRemark says that CUDA does not know the value of CUDA_DEVICE_ORDER, if so.
func orderRemark(order string) string {
	switch order {
	case "", "FASTEST_FIRST", "PCI_BUS_ID":
		return ""
	}
	return fmt.Sprintf("%s is %q, but CUDA knows FASTEST_FIRST, which it takes, and PCI_BUS_ID, "+
		"the order of nvidia-smi", orderVariable, order)
}

// Identities tell GPUs apart that several processes of a machine see, whatever the numbers that
// each gives them: PCI addresses, and for a MIG device its name, since its GPU has several.
func Identities(gpus []Info) []string {
	chosen, _ := visible()
	return identities(gpus, chosen)
}

func identities(gpus []Info, chosen []selector) []string {
	var all []string
	for i, g := range gpus {
		name := busOf(g.Bus)
		if len(chosen) == len(gpus) && chosen[i].MIG != "" {
			name = chosen[i].MIG
		}
		all = append(all, name)
	}
	return all
}

// busOf is a PCI address in one form: NVML has 00000000:1B:00.0 where CUDA has 0000:1b:00.0.
func busOf(bus string) string {
	bus = strings.ToLower(bus)
	domain, rest, ok := strings.Cut(bus, ":")
	if !ok || strings.Count(bus, ":") != 2 {
		return bus
	}
	return strings.Repeat("0", max(0, 8-len(domain))) + domain + ":" + rest
}

// cudaNumbers are CUDA's numbers of NVML's GPUs, by the PCI addresses of both: NVML's order is that
// of the addresses, CUDA's follows CUDA_DEVICE_ORDER and CUDA_VISIBLE_DEVICES. -1 is one that CUDA
// hides.
func cudaNumbers(nvmlBuses []string, gpus []Info) []int {
	number := map[string]int{}
	for i := len(gpus) - 1; i >= 0; i-- { // the first of MIG devices of one GPU
		number[busOf(gpus[i].Bus)] = i
	}
	all := make([]int, len(nvmlBuses))
	for i, bus := range nvmlBuses {
		n, ok := number[busOf(bus)]
		if all[i] = n; !ok {
			all[i] = -1
		}
	}
	return all
}

// MachineID tells machines apart. Containers and network namespaces of one machine have one.
func MachineID() string {
	if id, err := os.ReadFile("/proc/sys/kernel/random/boot_id"); err == nil {
		return strings.TrimSpace(string(id))
	}
	host, _ := os.Hostname()
	return host
}

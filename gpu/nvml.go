package gpu

import (
	"fmt"
	"io"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
)

// Inventory is the processors of the machine.
type Inventory struct {
	GPUs    []GPU
	Links   [][]string // between GPUs i and j, as "18 NVLinks"
	Host    string     // processor and cores
	Memory  int64      // of the host [bytes]
	Free    int64      // of it [bytes]
	Remarks []string   // sentences: why the program can use no GPU, what is unknown
}

// GPU is a GPU of the machine. Its Name is empty if this program cannot use it.
type GPU struct {
	Info
	Number      int     // that nvidia-smi gives it; -1 is unknown
	Temperature uint32  // [°C]; 0 is unknown
	Power       float64 // [W]; 0 is unknown
}

// TakeInventory finds out what the machine has. It works without a GPU and
// without a driver.
func TakeInventory() Inventory {
	v := Inventory{Host: hostModel()}
	v.Free, v.Memory = (&hostDevice{}).Memory()
	usable, err := GPUs()
	if err != nil {
		v.Remarks = append(v.Remarks, fmt.Sprintf("No GPU can be used: %v.", err))
	}
	chosen, remark := visible()
	for _, remark := range []string{remark, orderRemark(os.Getenv(orderVariable))} {
		if remark != "" && err == nil { // an error has it
			v.Remarks = append(v.Remarks, remark+".")
		}
	}
	library := nvml.New()
	if r := library.Init(); r != nvml.SUCCESS {
		for _, info := range usable {
			v.GPUs = append(v.GPUs, GPU{Info: info, Number: -1})
		}
		if len(usable) > 0 {
			v.Remarks = append(v.Remarks, fmt.Sprintf("Temperature, power and links are unknown: NVML "+
				"does not start (%v).", r))
		}
		return v
	}
	defer library.Shutdown()

	handles := v.addGPUs(library, usable, chosen)
	for i := range handles {
		v.Links = append(v.Links, make([]string, len(handles)))
		for j := range handles {
			v.Links[i][j] = "-"
			if i != j {
				v.Links[i][j] = link(handles[i], handles[j])
			}
		}
	}
	return v
}

// DriverVersion is that of the NVIDIA driver, as 580.159.04, or empty where NVML does not tell.
func DriverVersion() string {
	library := nvml.New()
	if library.Init() != nvml.SUCCESS {
		return ""
	}
	defer library.Shutdown()
	version, r := library.SystemGetDriverVersion()
	if r != nvml.SUCCESS {
		return ""
	}
	return version
}

// addGPUs adds the GPUs that this program can use, in CUDA's order, and then those that it cannot
// use. It returns their handles.
func (v *Inventory) addGPUs(library nvml.Interface, usable []Info,
	chosen []selector) (handles []nvml.Device) {
	n, _ := library.DeviceGetCount()
	known, buses := make([]nvml.Device, n), make([]string, n)
	for i := range n {
		if h, r := library.DeviceGetHandleByIndex(i); r == nvml.SUCCESS {
			known[i], buses[i] = h, gpuInfo(h, Info{}).Bus
		}
	}
	numbers := cudaNumbers(buses, usable)
	for k, info := range usable {
		i := slices.Index(numbers, k)
		if i < 0 {
			v.Remarks = append(v.Remarks, fmt.Sprintf("NVML does not know %s.", info.Name))
			continue
		}
		g := gpuInfo(known[i], info)
		if len(chosen) == len(usable) && chosen[k].MIG != "" { // NVML has told of the whole GPU
			g.Memory, g.Free = info.Memory, 0
			if h, r := library.DeviceGetHandleByUUID(chosen[k].MIG); r == nvml.SUCCESS {
				if memory, r := h.GetMemoryInfo(); r == nvml.SUCCESS {
					g.Memory, g.Free = int64(memory.Total), int64(memory.Free)
				}
			}
		}
		g.Number = i
		v.GPUs, handles = append(v.GPUs, g), append(handles, known[i])
	}
	for i, h := range known {
		if h != nil && numbers[i] < 0 {
			g := gpuInfo(h, Info{})
			g.Number = i
			v.GPUs, handles = append(v.GPUs, g), append(handles, h)
		}
	}
	return handles
}

// gpuInfo adds what NVML tells. What it does not tell stays 0.
func gpuInfo(h nvml.Device, info Info) GPU {
	if pci, r := h.GetPciInfo(); r == nvml.SUCCESS && info.Bus == "" {
		info.Bus = fmt.Sprintf("%08x:%02x:%02x.0", pci.Domain, pci.Bus, pci.Device)
	}
	if model, r := h.GetName(); r == nvml.SUCCESS && info.Model == "" {
		info.Model = model
	}
	if major, minor, r := h.GetCudaComputeCapability(); r == nvml.SUCCESS && info.ComputeCapability == "" {
		info.ComputeCapability = fmt.Sprintf("%d.%d", major, minor)
	}
	if memory, r := h.GetMemoryInfo(); r == nvml.SUCCESS {
		info.Memory, info.Free = int64(memory.Total), int64(memory.Free)
	}
	g := GPU{Info: info}
	if t, r := h.GetTemperature(nvml.TEMPERATURE_GPU); r == nvml.SUCCESS {
		g.Temperature = t
	}
	if p, r := h.GetPowerUsage(); r == nvml.SUCCESS {
		g.Power = float64(p) / 1000
	}
	return g
}

// link names the way from one GPU to another.
func link(a, b nvml.Device) string {
	if status, r := a.GetP2PStatus(b, nvml.P2P_CAPS_INDEX_NVLINK); r == nvml.SUCCESS && status == nvml.P2P_STATUS_OK {
		n := 0
		for k := range nvml.NVLINK_MAX_LINKS {
			if state, r := a.GetNvLinkState(k); r == nvml.SUCCESS && state == nvml.FEATURE_ENABLED {
				n++
			}
		}
		return fmt.Sprintf("%d NVLinks", n)
	}
	level, r := a.GetTopologyCommonAncestor(b)
	if r != nvml.SUCCESS {
		return "unknown"
	}
	names := map[nvml.GpuTopologyLevel]string{
		nvml.TOPOLOGY_INTERNAL:   "same board",
		nvml.TOPOLOGY_SINGLE:     "PCIe, one switch",
		nvml.TOPOLOGY_MULTIPLE:   "PCIe, several switches",
		nvml.TOPOLOGY_HOSTBRIDGE: "PCIe, host bridge",
		nvml.TOPOLOGY_NODE:       "PCIe, same socket",
		nvml.TOPOLOGY_SYSTEM:     "PCIe, across sockets",
	}
	return names[level]
}

// Write prints the inventory as tables.
func (v Inventory) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "device\tmodel\tmemory\tfree\ttemperature\tpower\tcompute capability\tPCI "+
		"bus\tnvidia-smi")
	for _, g := range v.GPUs {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", orDash(g.Name), g.Model, size(g.Memory),
			known(g.Free != 0, size(g.Free)),
			known(g.Temperature != 0, fmt.Sprintf("%d °C", g.Temperature)),
			known(g.Power != 0, fmt.Sprintf("%.0f W", g.Power)), orDash(g.ComputeCapability), g.Bus,
			known(g.Number >= 0, fmt.Sprint(g.Number)))
	}
	fmt.Fprintf(t, "host\t%s\t%s\t%s\n", v.Host, size(v.Memory), size(v.Free))
	if len(v.Links) > 1 {
		t.Flush() // the next table has columns of its own
		fmt.Fprint(t, "\nlinks")
		for _, g := range v.GPUs {
			fmt.Fprintf(t, "\t%s", label(g))
		}
		fmt.Fprintln(t)
		for i, row := range v.Links {
			fmt.Fprint(t, label(v.GPUs[i]))
			for _, l := range row {
				fmt.Fprintf(t, "\t%s", l)
			}
			fmt.Fprintln(t)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, remark := range v.Remarks {
		if _, err := fmt.Fprintln(w, remark); err != nil {
			return err
		}
	}
	return nil
}

func label(g GPU) string {
	if g.Name == "" {
		return g.Bus
	}
	return g.Name
}

func orDash(s string) string { return known(s != "", s) }

func known(is bool, s string) string {
	if is {
		return s
	}
	return "-"
}

package exchange

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/internal/text"
)

// Transport is how devices of different processes exchange. It changes no result.
type Transport int

const (
	// Auto is the first of those that follow that two processes can use.
	Auto Transport = iota
	// IPC lets kernels store in the memory of GPUs that other processes of the machine drive.
	IPC
	// NCCL sends and receives in the streams of GPUs of any machines.
	NCCL
	// MPI copies to memory of the host, from where MPI sends it. With GPUs the host waits.
	MPI
)

// Transports are the names of the transports as the command line spells them.
var Transports = []string{Auto: "auto", IPC: "ipc", NCCL: "nccl", MPI: "mpi"}

func (t Transport) String() string { return Transports[t] }

// Station is what processes have to know of each other to agree on transports.
type Station struct {
	Machine string // the same where memory can be reached: kernel and namespaces
	GPUs    []string
	Direct  bool // within the process GPUs store in each other's memory
	NCCL    int  // version; 0 is none
	NoNCCL  string
	Driver  string // version of the NVIDIA driver; empty is unknown
	Cores   int    // that the process may use
}

// station is that of this process. All devices that are not GPUs have no name.
func (g *Group) station() Station {
	s := Station{Machine: machine(), Cores: runtime.NumCPU(), Direct: g.Mode == Direct && g.Concurrent}
	for _, d := range g.System.Devices {
		s.GPUs = append(s.GPUs, gpu.Identity(d))
	}
	if g.Transport == NCCL || g.Transport == Auto && s.allGPUs() {
		version, err := gpu.FindNCCL()
		s.Driver = gpu.DriverVersion()
		if s.NCCL = version; err != nil {
			s.NCCL, s.NoNCCL = 0, err.Error()
		}
	}
	return s
}

func (s *Station) allGPUs() bool { return len(s.GPUs) > 0 && !slices.Contains(s.GPUs, "") }

// machine names the running kernel and the namespaces of the process, outside of which handles of
// memory mean nothing.
func machine() string {
	parts := []string{gpu.MachineID()}
	for _, kind := range []string{"ipc", "pid"} {
		name, err := os.Readlink("/proc/self/ns/" + kind)
		if err != nil {
			return ""
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " ")
}

// connection is which transport the processes use between each two, and why not a faster one.
type connection struct {
	of   [][]Transport
	note string
}

// noIPC and noNCCL say why two processes, or all, cannot use a transport, in words that follow
// "because".
func noIPC(stations []Station, a, b int) error {
	for _, k := range []int{a, b} {
		s := &stations[k]
		switch {
		case !s.allGPUs():
			return fmt.Errorf("process %d has devices that are no GPUs", k)
		case !s.Direct:
			return fmt.Errorf("the GPUs of process %d do not store in each other's memory", k)
		case s.Machine == "":
			return fmt.Errorf("process %d cannot tell on which machine it is: /proc is not readable", k)
		}
	}
	if stations[a].Machine != stations[b].Machine {
		return fmt.Errorf("processes %d and %d are on different machines or in different containers", a, b)
	}
	devices := 0
	for i := range stations {
		devices += len(stations[i].GPUs)
	}
	if devices > cuda.MaxGPUs {
		return fmt.Errorf("there are %d GPUs, and %d are the most that wait for each other's memory", devices, cuda.MaxGPUs)
	}
	return nil
}

func noNCCL(stations []Station) error {
	seen := map[string]int{}
	for k := range stations {
		s := &stations[k]
		switch {
		case !s.allGPUs():
			return fmt.Errorf("process %d has devices that are no GPUs", k)
		case s.NoNCCL != "":
			return errors.New(s.NoNCCL)
		case s.NCCL != stations[0].NCCL:
			return fmt.Errorf("process %d has NCCL %s, but process 0 has %s", k, gpu.NCCLText(s.NCCL), gpu.NCCLText(stations[0].NCCL))
		case s.Driver != stations[0].Driver:
			return fmt.Errorf("process %d has NVIDIA's driver %s, but process 0 has %s", k, s.Driver, stations[0].Driver)
		}
		for _, name := range s.GPUs {
			if other, known := seen[name]; known {
				return fmt.Errorf("processes %d and %d have the same GPU, which NCCL takes once", other, k)
			}
			seen[name] = k
		}
	}
	return nil
}

// shareGPUs reports whether a GPU is in several processes.
func shareGPUs(stations []Station) bool {
	seen := map[string]bool{}
	for i := range stations {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(stations[i].GPUs))) {
			if name != "" && seen[name] {
				return true
			}
			seen[name] = true
		}
	}
	return false
}

// connect chooses the transports between processes. unreachable is why a trial between two has
// failed.
func connect(asked Transport, stations []Station, unreachable func(a, b int) error) (c connection, err error) {
	n := len(stations)
	byNCCL := noNCCL(stations)
	if asked == NCCL && byNCCL != nil {
		return c, fmt.Errorf("--transport nccl cannot be used, because %w; --transport auto takes what can", byNCCL)
	}
	var notes []string
	for a := range n {
		c.of = append(c.of, make([]Transport, n))
		for b := range n {
			if a == b {
				continue
			}
			byIPC := errors.Join(noIPC(stations, a, b), unreachable(a, b))
			switch {
			case asked == IPC && byIPC != nil:
				return c, fmt.Errorf("--transport ipc cannot be used, because %w; --transport auto takes what can", byIPC)
			case asked != Auto:
				c.of[a][b] = asked
			case byIPC == nil && !shareGPUs(stations):
				c.of[a][b] = IPC
			case byNCCL == nil:
				c.of[a][b] = NCCL
				notes = append(notes, fmt.Sprintf("NCCL, because %v", byIPC))
			default:
				c.of[a][b] = MPI
				if byIPC == nil {
					byIPC = errors.New("processes that share a GPU take turns on it, and would wait for each other there")
				}
				if stations[a].allGPUs() && stations[b].allGPUs() {
					notes = append(notes, fmt.Sprintf("MPI, for which GPUs wait for the host, because %v and %v", byIPC, byNCCL))
				}
			}
		}
	}
	if len(notes) > 0 {
		c.note = "processes exchange by " + notes[0]
	} else {
		c.note = fewCores(stations)
	}
	return c, nil
}

// fewCores is a remark on a process whose threads are in each other's way: one for each GPU, and
// those that look for messages and write files.
func fewCores(stations []Station) string {
	for k := range stations {
		if s := &stations[k]; s.allGPUs() && s.Cores > 0 && s.Cores < 2+2*len(s.GPUs) {
			return fmt.Sprintf("process %d may use %s for %s, and its threads wait for each other; mpirun --bind-to none, or srun --cpus-per-task 8, gives it more",
				k, text.Count(s.Cores, "core"), text.Count(len(s.GPUs), "GPU"))
		}
	}
	return ""
}

// all reports whether each two processes use a transport.
func (c *connection) all(t Transport) bool {
	return !c.uses(func(of Transport) bool { return of != t })
}

// uses reports whether some two use one of which f is true.
func (c *connection) uses(f func(Transport) bool) bool {
	for a := range c.of {
		for b, t := range c.of[a] {
			if a != b && f(t) {
				return true
			}
		}
	}
	return false
}

// reason is an error's text, empty if there is none.
func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// Connect lets the processes agree on transports. All call it, after Firsts are known and before
// Join.
func (g *Group) Connect() error {
	stations, err := GatherOf(g, g.station())
	if err != nil {
		return err
	}
	tried, err := g.tryReach(stations)
	if err != nil {
		return err
	}
	unreachable := func(a, b int) error {
		for _, why := range []string{tried[a][b], tried[b][a]} {
			if why != "" {
				return errors.New(why)
			}
		}
		return nil
	}
	if g.between, err = connect(g.Transport, stations, unreachable); err != nil {
		return err
	}
	if g.between.uses(func(t Transport) bool { return t == NCCL }) {
		return g.newIds()
	}
	return nil
}

// Between is how two processes exchange; Note says why not faster, where that is worth a remark.
func (g *Group) Between(a, b int) Transport { return g.between.of[a][b] }
func (g *Group) Note() string               { return g.between.note }

// tryReach tries whether the processes of a machine can reach each other's memory. It returns by
// ranks why not.
func (g *Group) tryReach(stations []Station) ([][]string, error) {
	own, rank := make([]string, len(stations)), g.Processes.Rank()
	var mine gpu.Export
	if g.Transport == IPC || g.Transport == Auto {
		if p, err := g.System.Devices[0].Alloc(4); err == nil {
			mine, err = gpu.ExportOf(g.System.Devices[0], p)
			own[rank] = reason(err)
		}
	}
	handles, err := GatherOf(g, mine)
	if err != nil {
		return nil, err
	}
	for k := range stations {
		if k == rank || handles[k].Base == 0 || noIPC(stations, rank, k) != nil {
			continue
		}
		for _, d := range g.System.Devices {
			at, err := gpu.Reach(d, handles[k].Handle)
			if own[k] = reason(err); err != nil {
				break
			}
			own[k] = reason(gpu.Leave(d, at))
		}
	}
	return GatherOf(g, own)
}

// newIds gives all processes what the ranks of NCCL have in common.
func (g *Group) newIds() error {
	type ids struct {
		Of    [2]gpu.NCCLId
		Wrong string
	}
	made, err := Told(g, func() (made ids) {
		for k := range made.Of {
			id, err := gpu.NewNCCLId()
			made.Of[k] = id
			made.Wrong += reason(err)
		}
		return made
	})
	if err == nil && made.Wrong != "" {
		err = errors.New(made.Wrong)
	}
	g.ids = made.Of
	return err
}

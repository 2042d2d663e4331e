package cli

import (
	"fmt"
	"math"

	"gpusph/gpu"
	"gpusph/internal/jobs"
	"gpusph/internal/mpi"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph/engine"
)

// store is memory that a flow takes.
type store struct {
	name string
	free int64   // [bytes]; 0 is not known
	each float64 // bytes for a particle of the flow
	of   string  // what has no more
}

// Beside particles, the program takes some memory at the beginning. Several devices keep room for
// what the balancer brings.
const (
	programBytes = 100 << 20
	spareRoom    = 1.125
)

// HostStore is the name of the host's memory.
const HostStore = "the host"

// company is the devices and processes that take memory beside those of this process. Zeros are
// none.
type company struct {
	devices int // of all processes, which share the particles
	local   int // processes of this machine; each has the whole case in the host's memory
	onGPU   int // processes that share a GPU
}

// stores are the host's memory and that of the GPUs among the devices, which share the particles of
// a flow about evenly, and keep a given number of bytes of copies of each for snapshots. All copies
// may be on the host at once.
func stores(o *problems.Outline, copies float64, host gpu.HostMemory, names []string,
	gpus []gpu.Info, with company) []store {
	n, devices := o.Fluid+o.Wall, float64(max(len(names), with.devices, 1))
	share := engine.DeviceBytes(&o.Params, n/devices, o.Fluid)/n + copies/devices
	if devices > 1 {
		share *= spareRoom
	}
	one := float64(o.Params.StateCopyBytes()) // which is in HostBytesPerParticle
	all := []store{{HostStore, host.Free, engine.HostBytesPerParticle + max(copies-one, 0), host.Of}}
	if host.Free > 0 {
		all[0].free = max(host.Free-programBytes, 1)
	}
	for _, g := range gpus {
		free := g.Free
		if free == 0 {
			free = g.Memory
		}
		all = append(all, store{g.Name, free, 0, "it"})
	}
	for _, name := range names {
		for i := range all {
			if all[i].name == name || i == 0 && name == "host" {
				all[i].each += share
			}
		}
	}
	for i := range all {
		if i == 0 {
			all[i].each *= float64(max(with.local, 1))
		} else {
			all[i].each *= float64(max(with.onGPU, 1))
		}
	}
	return all
}

// countCompany counts what computes beside this process. All processes call it.
func (c *Config) countCompany(world *mpi.World, names []string) error {
	if world == nil {
		return nil
	}
	devices := []int64{int64(len(names))}
	if err := world.Sum(devices); err != nil {
		return err
	}
	c.company.devices = int(devices[0])
	if p := c.part; p != nil && p.of > 0 {
		c.company.onGPU = (p.shared + p.of - 1) / p.of
	}
	return nil
}

// more says what besides a smaller flow mends a shortage.
func (s *store) more() string {
	if s.of == gpu.AddressLimit {
		return ", or a higher " + s.of
	}
	return ""
}

// short is the first store in which a flow has no room, or nil.
func short(o *problems.Outline, all []store) *store {
	for _, s := range all {
		if s.free > 0 && (o.Fluid+o.Wall)*s.each > float64(s.free) {
			return &s
		}
	}
	return nil
}

// checkMemory refuses a flow for which there is no room on the host or the named devices, before
// any of it is made.
func (c *Config) checkMemory(host gpu.HostMemory, names []string, gpus []gpu.Info) error {
	shortAt := func(spacing float64) (o problems.Outline, s *store, err error) {
		if o, err = c.outline(spacing); err == nil {
			s = short(&o, stores(&o, c.copyBytes(&o), host, names, gpus, c.company))
		}
		return o, s, err
	}
	o, s, err := shortAt(c.DeltaP)
	if err != nil || s == nil {
		return err
	}
	if err := c.checkCopies(&o, s,
		func(copies float64) bool {
			return short(&o,
				stores(&o, copies, host, names, gpus, c.company)) == nil
		}); err != nil {
		return err
	}
	is, would := "--deltap "+text.Short(o.Params.DeltaP), "no spacing fits"
	f, ofFile := c.Flow.(problems.FileProblem)
	if ofFile = ofFile && !c.Given("deltap"); ofFile {
		is = fmt.Sprintf("a spacing of %s m", text.Short(o.Params.DeltaP))
	}
	if spacing := finest(o.Params.DeltaP, func(spacing float64) (bool, error) {
		_, s, err := shortAt(spacing)
		return s == nil, err
	}); spacing > 0 {
		would = fmt.Sprintf("use a deltap of %.3g m", spacing)
		if ofFile {
			would = fmt.Sprintf("use spacing = %.3g", spacing)
		}
	}
	n := o.Fluid + o.Wall
	err = fmt.Errorf("%s makes about %s particles (%s fluid, %s boundary), which take %s of %s's "+
		"memory, but %s has %s left; %s%s",
		is, large(n), large(o.Fluid), large(o.Wall), gibibytes(n*s.each), s.name, s.of,
		gibibytes(float64(s.free)), would, s.more())
	if ofFile {
		return f.File().Errorf("spacing", "%v", err)
	}
	return err
}

// checkCopies refuses snapshots so close that there is no room for their copies, if there is for
// the flow without them.
func (c *Config) checkCopies(o *problems.Outline, s *store, fits func(copies float64) bool) error {
	copies, one := c.copyBytes(o), float64(o.Params.StateCopyBytes())
	if copies == 0 || !fits(0) {
		return nil
	}
	would := "use --nosave"
	for less := copies - one; less > 0; less -= one {
		if fits(less) {
			would = fmt.Sprintf("use --output-interval %.3g or --nosave",
				text.Three(o.Params.CopyInterval(less), math.Ceil))
			break
		}
	}
	n := o.Fluid + o.Wall
	return fmt.Errorf("an --output-interval of %s s takes up to %.0f snapshots in a rebuild "+
		"interval, and about %s particles with as many copies take %s of %s's memory, but %s has %s "+
		"left; %s%s",
		text.Number(c.CaptureInterval(o.End)), copies/one, large(n), gibibytes(n*s.each), s.name, s.of,
		gibibytes(float64(s.free)), would, s.more())
}

// Needs is the memory that a flow needs, as far as that is known before it is made: that of cells
// is not.
type Needs struct {
	DeltaP      float64 // particle spacing [m]
	Fluid, Wall float64 // particles, at most
	Stores      []Need
	Device      float64 // bytes of each device, in its own memory or the host's
	Process     float64 // bytes of each process in the host's memory, its devices aside
	Short       error   // why there is not enough, or nil
	Host        error   // why the host has no room for the flow itself, or nil
}

// Need is what a flow needs of a memory.
type Need struct {
	Name  string  `json:"name"` // cuda:0, or the host
	Bytes float64 `json:"bytes"`
	Free  float64 `json:"free_bytes"` // 0 is not known
}

// Memory is what the flow needs on the named devices of each of a number of processes.
func (c *Config) Memory(names []string, processes int) (*Needs, error) {
	o, err := c.outline(c.DeltaP)
	if err != nil {
		return nil, UsageError(err)
	}
	host := gpu.ReadHostMemory()
	gpus, _ := gpu.GPUs()
	c.company = company{devices: processes * len(names)}
	n := &Needs{DeltaP: o.Params.DeltaP, Fluid: o.Fluid, Wall: o.Wall,
		Short: c.checkMemory(host, names, gpus), Host: c.checkMemory(host, nil, nil)}
	// As of a device that is a GPU, and of the host beside it.
	both := stores(&o, c.copyBytes(&o), host, []string{"cuda:0"}, []gpu.Info{{Name: "cuda:0"}},
		c.company)
	n.Process, n.Device = (o.Fluid+o.Wall)*both[0].each, (o.Fluid+o.Wall)*both[1].each
	for _, s := range stores(&o, c.copyBytes(&o), host, names, gpus, c.company) {
		if s.each > 0 {
			n.Stores = append(n.Stores, Need{s.name, (o.Fluid + o.Wall) * s.each, float64(s.free)})
		}
	}
	return n, nil
}

// FreeMemory is the memory of the host and of GPUs that several runs at a time may take [bytes], by
// device. 0 is not known.
func FreeMemory() map[string]float64 {
	const usable = 0.9
	free := map[string]float64{jobs.Host: usable * float64(gpu.ReadHostMemory().Free)}
	gpus, _ := gpu.GPUs()
	for _, g := range gpus {
		free[g.Name] = usable * float64(g.Free)
	}
	return free
}

// Estimate is what a run on devices needs, in a process of its own beside others.
func (c *Config) Estimate(devices []string) (n jobs.Needs, err error) {
	o, err := c.outline(c.DeltaP)
	if err != nil {
		return n, UsageError(err)
	}
	const context = 500 << 20 // of the process on a GPU
	gpus := []gpu.Info{{Name: "cuda:0"}}
	all := stores(&o, c.copyBytes(&o), gpu.HostMemory{}, []string{gpus[0].Name}, gpus,
		company{devices: len(devices)})
	particles := o.Fluid + o.Wall
	n.Work = jobs.Work(o.End/o.Params.DtMax(), particles)
	n.Host = particles*all[0].each + programBytes
	for _, name := range devices {
		n.Device += particles * all[1].each
		if name != jobs.Host {
			n.Device += context
		}
	}
	return n, nil
}

// outline is the problem's with the options that are not its own.
func (c *Config) outline(spacing float64) (problems.Outline, error) {
	o, err := c.Flow.Outline(spacing)
	if c.tend > 0 {
		o.End = c.tend
	}
	return o, err
}

// usualSnapshots is how many a run takes if the command line does not say how far apart they are.
const usualSnapshots = 30

// OutputEvery is the simulated time between snapshots of a flow [s], if there are any on the way.
func (c *Config) OutputEvery(end float64) float64 {
	if c.OutputInterval > 0 {
		return c.OutputInterval
	}
	return end / usualSnapshots
}

// usualSamples is how many samples a run takes if the command line does not say how far apart they
// are.
const usualSamples = 300

// SampleEvery is the simulated time between two samples [s].
func (c *Config) SampleEvery(end float64) float64 {
	if c.SampleInterval > 0 {
		return c.SampleInterval
	}
	return end / usualSamples
}

// CaptureInterval is that between two snapshots, or 0 if there are none.
func (c *Config) CaptureInterval(end float64) float64 {
	if formats, _ := c.Formats(); len(formats) == 0 || c.NoSave ||
		c.Flags.Lookup("output-interval") == nil {
		return 0
	}
	return c.OutputEvery(end)
}

// copyBytes is what devices keep for these of each particle.
func (c *Config) copyBytes(o *problems.Outline) float64 {
	return float64(o.Params.CopyBytes(c.CaptureInterval(o.End)))
}

// finest is the finest spacing [m] that fits, to three digits, coarser than one that does not; 0 if
// none does.
func finest(tooFine float64, fits func(spacing float64) (bool, error)) float64 {
	low, high := tooFine, tooFine
	for ok := false; !ok; {
		var err error
		low, high = high, 1.25*high
		if ok, err = fits(high); err != nil {
			return 0 // it has become too coarse
		}
	}
	for high > 1.001*low {
		middle := (low + high) / 2
		if ok, err := fits(middle); ok && err == nil {
			high = middle
		} else {
			low = middle
		}
	}
	return text.Three(high, math.Ceil)
}

// large writes numbers of particles, which may be beyond all reason.
func large(n float64) string {
	switch {
	case n >= 1e15:
		return fmt.Sprintf("%.2g", n)
	case n >= 1e9:
		return text.Figure(n/1e9) + " billion"
	case n >= 1e6:
		return text.Figure(n/1e6) + " million"
	}
	return text.Thousands(int(n))
}

func gibibytes(bytes float64) string {
	if bytes < 1<<20 {
		return "nothing"
	}
	if bytes >= 1<<50 {
		return fmt.Sprintf("%.2g GiB", bytes/(1<<30))
	}
	return text.Figure(bytes/(1<<30)) + " GiB"
}

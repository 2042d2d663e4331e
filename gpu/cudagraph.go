//go:build cuda

package gpu

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gpusph/cuda"
)

// recording is work that is gathered to be put on a GPU as one graph: kernels, and which
// of those before each waits for.
type recording struct {
	number int // of the recording
	nodes  []graphNode
	params []byte  // of all kernels, one behind another
	after  []int32 // the nodes that each waits for, in the same order
}

// graphNode is a kernel of a graph.
type graphNode struct {
	kernel          cuda.Kernel
	function        function
	blocks, threads int
	priority        int
	params, after   int // where those of the next begin
}

// graphEvent is a moment in a stream that records: when nodes are done.
type graphEvent struct {
	device    *cudaDevice
	recording int
	nodes     []int32
	unused    bool // it is in the device's pool
}

func (e *graphEvent) Since(Event) time.Duration { return 0 }

func (e *graphEvent) Free() {
	e.device.mu.Lock()
	defer e.device.mu.Unlock()
	if !e.unused {
		e.unused = true
		e.device.unusedMoments = append(e.device.unusedMoments, e)
	}
}

// newMoment takes one from the pool or makes one.
func (d *cudaDevice) newMoment() *graphEvent {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := len(d.unusedMoments)
	if n == 0 {
		return &graphEvent{device: d}
	}
	e := d.unusedMoments[n-1]
	d.unusedMoments = d.unusedMoments[:n-1]
	e.unused = false
	return e
}

func (e *graphEvent) wait() error {
	return errors.New("a moment within a graph cannot be waited for outside")
}

// graph is a recording as the GPU takes it.
type graph struct {
	recording
	handle graphHandle
}

// mostGraphs is how many graphs a stream remembers. Making one takes as long as many steps: some
// 25 µs for each kernel.
const mostGraphs = 64

func (s *cudaStream) takesGraphs() bool { return s.device.graphs }

// graph gathers what f puts on this stream and others of the device, and puts it on this
// stream at once. What has the same shape as something before, the same kernels waiting for the
// same, takes the place of that.
func (s *cudaStream) graph(streams []Stream, f func()) {
	r := &s.recorded
	s.recordings++
	*r = recording{number: s.recordings, nodes: r.nodes[:0], params: r.params[:0], after: r.after[:0]}
	of := func(do func(*cudaStream)) {
		do(s)
		for _, other := range streams {
			if other := other.(*cudaStream); other != s {
				do(other)
			}
		}
	}
	of(func(t *cudaStream) { t.recording, t.frontier = r, t.frontier[:0] })
	f()
	of(func(t *cudaStream) { t.recording = nil })
	s.put("graph", func() error {
		var errs []error
		of(func(t *cudaStream) { errs = append(errs, t.err) })
		if err := errors.Join(errs...); err != nil || len(r.nodes) == 0 {
			return err
		}
		s.last = "a kernel of a graph"
		return s.launchGraph(r)
	})
}

// add records a kernel that is put on a stream.
func (r *recording) add(s *cudaStream, kernel cuda.Kernel, f function, blocks, threads int,
	params []byte) {
	priority := s.priority
	if kernel.Urgent() {
		priority = s.device.urgent
	}
	r.params = append(r.params, params...)
	r.after = append(r.after, s.frontier...)
	s.frontier = append(s.frontier[:0], int32(len(r.nodes)))
	r.nodes = append(r.nodes, graphNode{kernel, f, blocks, threads, priority, len(r.params),
		len(r.after)})
}

// paramsOf and afterOf are those of a node.
func (r *recording) paramsOf(i int) []byte {
	from := 0
	if i > 0 {
		from = r.nodes[i-1].params
	}
	return r.params[from:r.nodes[i].params]
}

func (r *recording) afterOf(i int) []int32 {
	from := 0
	if i > 0 {
		from = r.nodes[i-1].after
	}
	return r.after[from:r.nodes[i].after]
}

// signal is a moment in a stream that records.
func (r *recording) signal(s *cudaStream) *graphEvent {
	e := s.device.newMoment()
	e.recording, e.nodes = r.number, append(e.nodes[:0], s.frontier...)
	return e
}

// wait lets what follows on a stream that records wait for a moment.
func (r *recording) wait(s *cudaStream, e Event) {
	moment, ok := e.(*graphEvent)
	if !ok || moment.recording != r.number {
		s.refuse("wait")
		return
	}
	for _, node := range moment.nodes {
		if !slices.Contains(s.frontier, node) {
			s.frontier = append(s.frontier, node)
		}
	}
}

// refuse fails the stream for what a graph cannot hold.
func (s *cudaStream) refuse(what string) {
	if s.err == nil {
		s.err = fmt.Errorf("%s: %s: a graph holds only kernels, which wait for each other; this is a bug",
			s.device.name, what)
	}
}

// sameShape reports whether a recording differs from another only in what kernels are launched
// with.
func (r *recording) sameShape(other *recording) bool {
	return slices.Equal(r.after, other.after) &&
		slices.EqualFunc(r.nodes, other.nodes, func(n, o graphNode) bool {
			return n.kernel == o.kernel && n.threads == o.threads && n.priority == o.priority &&
				n.params == o.params && n.after == o.after
		})
}

// graphFor is the stream's graph of the shape of a recording, or nil if it has none.
func (s *cudaStream) graphFor(r *recording) *graph {
	for _, g := range s.graphs {
		if g.sameShape(r) {
			return g
		}
	}
	return nil
}

// launchGraph puts a recording on the stream.
func (s *cudaStream) launchGraph(r *recording) error {
	if g := s.graphFor(r); g != nil {
		if err := g.become(r); err != nil {
			return err
		}
		return g.handle.launch(s.stream)
	}
	if len(s.graphs) >= mostGraphs {
		s.freeGraphs()
	}
	g, err := r.make()
	if err != nil { // there may be no memory left for it
		s.device.graphs = false
		return s.playBack(r)
	}
	s.graphs = append(s.graphs, g)
	s.recorded = recording{} // which is the graph's now
	return g.handle.launch(s.stream)
}

// become makes a graph of the same shape as a recording be that.
func (g *graph) become(r *recording) error {
	for i := range r.nodes {
		params, n, old, was := r.paramsOf(i), &r.nodes[i], &g.nodes[i], g.paramsOf(i)
		if n.blocks == old.blocks && slices.Equal(params, was) {
			continue
		}
		if err := g.handle.set(i, n.function, n.blocks, n.threads, params); err != nil {
			return err
		}
		old.blocks = n.blocks
		copy(was, params)
	}
	return nil
}

// playBack puts the kernels of a recording on the stream one behind another.
func (s *cudaStream) playBack(r *recording) error {
	for i, n := range r.nodes {
		if err := n.function.launch(s.stream, n.blocks, n.threads, r.paramsOf(i), how{}); err != nil {
			return err
		}
	}
	return nil
}

// make makes a graph of a recording.
func (r *recording) make() (*graph, error) {
	g := &graph{recording: *r}
	for i, n := range r.nodes {
		if err := g.handle.add(n.function, n.blocks, n.threads, r.paramsOf(i), r.afterOf(i), n.priority); err != nil {
			g.handle.free()
			return nil, err
		}
	}
	if err := g.handle.instantiate(); err != nil {
		g.handle.free()
		return nil, err
	}
	return g, nil
}

func (s *cudaStream) freeGraphs() {
	for _, g := range s.graphs {
		g.handle.free()
	}
	s.graphs = s.graphs[:0]
}

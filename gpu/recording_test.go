//go:build cuda

package gpu

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
)

// What waits for what in a recording, and which recordings have the same shape, needs no GPU.
func TestRecording(t *testing.T) {
	d := &cudaDevice{name: "cuda:0", urgent: -5}
	type how struct {
		number, blocks int
		params         string
		third          cuda.Kernel
		waits          bool // the third for the first
		early          bool // the fourth for the second instead of the third
	}
	record := func(h how) (*recording, *cudaStream, *cudaStream) {
		a, b := &cudaStream{device: d}, &cudaStream{device: d, priority: -5}
		r := &recording{number: h.number}
		r.add(a, "first", function{}, h.blocks, 128, []byte(h.params))
		r.add(b, "second", function{}, 2, 128, []byte("b"))
		if h.waits {
			r.wait(b, r.signal(a))
			r.wait(b, r.signal(a))
		}
		second := r.signal(b)
		r.add(b, h.third, function{}, 3, 128, []byte("ccc"))
		if !h.early {
			r.wait(a, r.signal(b))
		} else {
			r.wait(a, second)
		}
		r.add(a, "fourth", function{}, 4, 128, nil)
		r.add(a, "fifth", function{}, 5, 128, []byte("e"))
		return r, a, b
	}
	usual := how{1, 1, "aa", "third", true, false}
	r, a, b := record(usual)
	for i, want := range [][]int32{{}, {}, {1, 0}, {0, 2}, {3}} {
		if got := r.afterOf(i); !slices.Equal(got, want) {
			t.Errorf("kernel %d waits for %v, want %v", i, got, want)
		}
	}
	for i, want := range []string{"aa", "b", "ccc", "", "e"} {
		if got := string(r.paramsOf(i)); got != want {
			t.Errorf("kernel %d has the parameters %q, want %q", i, got, want)
		}
	}
	if r.nodes[0].priority != 0 || r.nodes[1].priority != -5 {
		t.Errorf("the priorities are %d and %d, want those of the streams", r.nodes[0].priority,
			r.nodes[1].priority)
	}
	for _, test := range []struct {
		how  how
		same bool
	}{
		{how{2, 7, "zz", "third", true, false}, true},
		{how{2, 1, "aa", "another", true, false}, false},
		{how{2, 1, "aa", "third", false, false}, false},
		{how{2, 1, "aa", "third", true, true}, false},
		{how{2, 1, "aaa", "third", true, false}, false},
	} {
		if other, _, _ := record(test.how); r.sameShape(other) != test.same ||
			other.sameShape(r) != test.same {
			t.Errorf("the shapes of %+v and %+v: same is %v, want %v", usual, test.how, !test.same,
				test.same)
		}
	}

	if r.wait(a, r.signal(b)); a.err != nil {
		t.Errorf("a moment of the recording is refused: %v", a.err)
	}
	earlier, c, _ := record(how{3, 1, "aa", "third", true, false})
	if r.wait(b, earlier.signal(c)); b.err == nil || !strings.Contains(b.err.Error(), "cuda:0: wait") {
		t.Errorf("a moment of another recording: error %v", b.err)
	}
	if r.wait(a, &cudaEvent{}); a.err == nil {
		t.Error("an event outside is waited for in a graph")
	}
}

// A recording takes the graph of its size and shape, if there is one.
func TestGraphFor(t *testing.T) {
	record := func(kernels string) *recording {
		s, r := &cudaStream{device: &cudaDevice{}}, &recording{}
		for i := range kernels {
			r.add(s, cuda.Kernel(kernels[i:i+1]), function{}, 1, 128, []byte("same"))
		}
		return r
	}
	s := &cudaStream{}
	graphs := make(map[string]*graph)
	for _, kernels := range []string{"abcdefgh", "abcd", "abxy", "a"} {
		graphs[kernels] = &graph{recording: *record(kernels)}
		s.graphs = append(s.graphs, graphs[kernels])
	}
	for _, kernels := range []string{"abcdefgh", "abcd", "abxy", "a", "abc", "abcdx", "abcdefghi",
		"b"} {
		if got := s.graphFor(record(kernels)); got != graphs[kernels] {
			t.Errorf("%s takes a graph of %v", kernels, got)
		}
	}
}

// What a graph cannot hold is told, and not put on the stream before it.
func TestRecordingRefuses(t *testing.T) {
	for what, put := range map[string]func(*cudaStream){
		"fill":     func(s *cudaStream) { s.Fill(256, 1, 4) },
		"copy":     func(s *cudaStream) { s.Copy(256, 512, 4) },
		"upload":   func(s *cudaStream) { s.Upload(256, []byte{1}) },
		"download": func(s *cudaStream) { s.Download([]byte{1}, 256) },
		"scan":     func(s *cudaStream) { s.Scan(256, 256, 1) },
		"record":   func(s *cudaStream) { s.Record() }, // it would have no time
	} {
		s := &cudaStream{device: &cudaDevice{name: "cuda:0"}, recording: &recording{}}
		if put(s); s.err == nil || !strings.HasPrefix(s.err.Error(), "cuda:0: "+what+": a graph ") {
			t.Errorf("%s within a graph: error %v", what, s.err)
		}
	}
}

// A step that is recorded allocates nothing once another was as long.
func TestRecordingDoesNotAllocate(t *testing.T) {
	d := &cudaDevice{name: "cuda:0"}
	a, b := &cudaStream{device: d}, &cudaStream{device: d}
	params := make([]byte, 300)
	var r recording
	moments := make([]Event, 0, 40)
	n := testing.AllocsPerRun(5, func() {
		r = recording{r.number + 1, r.nodes[:0], r.params[:0], r.after[:0]}
		a.recording, b.recording, a.frontier, b.frontier = &r, &r, a.frontier[:0], b.frontier[:0]
		for range 20 {
			r.add(a, "first", function{}, 1, 128, params)
			moments = append(moments, a.Signal())
			b.Wait(moments[len(moments)-1])
			r.add(b, "second", function{}, 1, 128, params)
			moments = append(moments, b.Signal())
			a.Wait(moments[len(moments)-1])
		}
		for _, e := range moments {
			e.Free()
		}
		moments = moments[:0]
	})
	if n > 0 || a.err != nil || b.err != nil {
		t.Errorf("recording 40 kernels allocates %g times, errors %v, %v", n, a.err, b.err)
	}
}

// A graph is not launched, and fails, where one of its streams has failed: some of its kernels
// would be missing.
func TestGraphOfFailedStreams(t *testing.T) {
	d := &cudaDevice{name: "cuda:0"}
	s, failed := &cudaStream{device: d},
		&cudaStream{device: d, err: errors.New("cuda:0: graph: out of memory")}
	s.graph([]Stream{s, failed}, func() { s.recorded.add(s, "first", function{}, 1, 128, nil) })
	if s.err == nil || !strings.Contains(s.err.Error(), "out of memory") || s.recording != nil ||
		failed.recording != nil {
		t.Errorf("the error is %v, want that of the other stream; streams that record: %v", s.err,
			[]bool{s.recording != nil, failed.recording != nil})
	}
}

//go:build cuda

package gpu_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// shift copies the words [from, from+n) of p to [to, to+n), in one kernel.
func shift(s gpu.Stream, p gpu.Ptr, to, from, n int) {
	at := func(i int) gpu.Ptr { return p + gpu.Ptr(4*i) }
	gpu.Launch(s, cuda.Slices, cuda.SlicesArgs{PerLayer: 1, Start: at(from), LeftDomain: p,
		Out: at(to), Stride: 1, Slices: int32(n)}, 0, n)
}

// TestCUDAGraph passes words on from kernel to kernel on two streams, each waiting for the
// other, in graphs that are made, and used again with other arguments.
func TestCUDAGraph(t *testing.T) {
	gpus(t)
	const most = 1 << 16
	d := openCUDA(t, gpu.Options{}, "cuda:0").Devices[0]
	p, one := prepare(t, d, make([]byte, 16*4*most))
	two, err := d.NewStream(true)
	if err != nil {
		t.Fatal(err)
	}
	if !gpu.TakesGraphs(one) || !gpu.TakesGraphs(two) {
		t.Fatal("the GPU takes no graphs")
	}
	for round, test := range []struct{ words, passes int }{{most, 15}, {most, 15}, {1000, 15}, {33, 9},
		{most, 12}, {most, 15}, {500, 8}, {33, 4}, {most, 4}, {most, 3}, {most, 1}, {most, 15}} {
		first := make([]uint32, test.words)
		for i := range first {
			first[i] = uint32(round<<20 | i)
		}
		one.Fill(p, 0, 16*4*most)
		one.Upload(p, unsafe.Slice((*byte)(unsafe.Pointer(&first[0])), 4*len(first)))
		gpu.Graph(one, []gpu.Stream{two}, func() {
			var moved gpu.Event
			for k := range test.passes {
				s := []gpu.Stream{one, two}[k%2]
				if moved != nil {
					s.Wait(moved)
				}
				shift(s, p, (k+1)*most, k*most, test.words)
				moved = s.Signal()
			}
		})
		last := make([]uint32, test.words)
		one.Download(unsafe.Slice((*byte)(unsafe.Pointer(&last[0])), 4*len(last)),
			p+gpu.Ptr(4*most*test.passes))
		if err := one.Sync(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(first, last) {
			t.Fatalf("round %d: what %d kernels passed on is not the input", round, test.passes)
		}
	}
}

// TestCUDAGraphRefuses holds that what a graph cannot hold is told, and not left out.
func TestCUDAGraphRefuses(t *testing.T) {
	gpus(t)
	for what, f := range map[string]func(s gpu.Stream, p gpu.Ptr, before gpu.Event){
		"wait": func(s gpu.Stream, p gpu.Ptr, before gpu.Event) { s.Wait(before) },
		"fill": func(s gpu.Stream, p gpu.Ptr, before gpu.Event) { s.Fill(p, 1, 4) },
		"copy": func(s gpu.Stream, p gpu.Ptr, before gpu.Event) { s.Copy(p, p+4, 4) },
		"scan": func(s gpu.Stream, p gpu.Ptr, before gpu.Event) { s.Scan(p, p, 1) },
	} {
		p, s := prepare(t, openCUDA(t, gpu.Options{}, "cuda:0").Devices[0], make([]byte, 1<<10))
		before := s.Signal()
		if err := s.Sync(); err != nil {
			t.Fatal(err)
		}
		gpu.Graph(s, nil, func() { f(s, p, before) })
		if err := s.Sync(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s within a graph: error %v", what, err)
		}
	}
	system := openCUDA(t, gpu.Options{NoGraphs: true}, "cuda:0")
	if _, s := prepare(t, system.Devices[0], make([]byte, 4)); gpu.TakesGraphs(s) {
		t.Error("the GPU takes graphs where there are to be none")
	}
}

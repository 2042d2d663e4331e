package grid

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"testing"

	"gpusph/gpu"
	"gpusph/sph/exchange"
)

// gpuNames are those of the GPUs. Where there is none, the test is skipped.
func gpuNames(t *testing.T) (each []string) {
	t.Helper()
	infos, err := gpu.GPUs()
	if len(infos) == 0 || err != nil {
		if os.Getenv("GPUSPH_REQUIRE_CUDA") != "" {
			t.Fatal("there is no GPU: ", err)
		}
		t.Skip("there is no GPU")
	}
	for _, info := range infos {
		each = append(each, info.Name)
	}
	return each
}

// On GPUs and on shares of them flows have the bits that they have on the processor.
func TestOnGPUs(t *testing.T) {
	each := gpuNames(t)
	large := box(false)
	large.Cells, large.Spacing = [3]int{64, 16, 64}, [3]float64{0.1, 0.1, 0.1}
	large.Velocity = wave([3]float64{6.4, 1.6, 6.4})
	largeCavity := cavity()
	largeCavity.Cells = [3]int{64, 16, 64}
	single := cavity()
	single.Cells, single.Precision = largeCavity.Cells, Single
	stretchedCavity, stretchedSingle, flat := cavity(), cavity(), cavity()
	stretchedCavity.Cells, stretchedSingle.Cells = largeCavity.Cells, largeCavity.Cells
	stretch(stretchedCavity).Scheme, stretchedSingle.Precision = CrankNicolson, Single
	stretch(stretchedSingle).Name = "stretched single"
	flat.Cells, flat.Spacing[0], flat.Name = [3]int{16, 8, 32}, 0.32, "flat"
	for _, test := range []struct {
		flow   *Flow
		solver Solver
	}{
		{cavity().Flow, PPCG}, {box(true).Flow, PPCG}, {largeCavity.Flow, Multigrid},
		{large.Flow, Multigrid}, {cavity().Flow, Jacobi}, {single.Flow, Multigrid},
		{smallCurrent(), Jacobi}, {singleCurrent(), Jacobi}, {stretchedCavity.Flow, Multigrid},
		{stretch(box(true)).Flow, PPCG}, {flat.Flow, Multigrid}, {stretchedSingle.Flow, Multigrid},
	} {
		t.Run(fmt.Sprint(test.flow.Name, test.flow.Cells, test.solver), func(t *testing.T) {
			run := func(names []string, mode exchange.Mode) []byte {
				system, err := gpu.Open(names, gpu.Options{})
				if err != nil {
					t.Fatal(err)
				}
				defer system.Close()
				s, err := New(test.flow, Options{System: system, Solver: test.solver, Exchange: mode})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				if _, err := s.Advance(4); err != nil {
					t.Fatal(err)
				}
				return state(t, s)
			}
			want := run([]string{"host"}, exchange.Fastest)
			for _, names := range [][]string{{"cuda:0"}, {"cuda:0", "cuda:0"}, each,
				slices.Concat(each, each[:1])} {
				for _, mode := range []exchange.Mode{exchange.Fastest, exchange.Overlap} {
					if got := run(names, mode); !bytes.Equal(got, want) {
						t.Errorf("%v, %s: other bits than on the processor", names, mode)
					}
				}
			}
		})
	}
}

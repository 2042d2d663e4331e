package output

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func ExampleReport() {
	s := &Summary{
		Program: "gpusph", Version: "1.0.0", Problem: "DamBreak3D",
		Particles: Counts{Total: 1048576, Fluid: 901120, Wall: 147456, Lost: 12},
		Steps:     23456, Time: 1.5,
		Work: Work{
			Runtime: 312.5, Elapsed: 331.2, Moved: 17,
			Kips: 78705, Mips: 78.705, ActiveIter: 21136000000, ActiveMips: 67.635,
		},
		Devices: []DeviceSummary{
			{
				Name: "cuda:0", Model: "NVIDIA H100", Kips: 45678, Mips: 45.678,
				Seconds: PhaseSeconds{23.4, 250.25, 6.05},
				Before:  Share{49, 524288}, After: Share{42, 601234},
			},
			{
				Name: "cuda:1", Model: "NVIDIA A10", Kips: 33027, Mips: 33.027,
				Seconds: PhaseSeconds{31.2, 255.5, 7.5},
				Before:  Share{48, 524288}, After: Share{55, 447330},
			},
		},
	}
	s.Links = []LinkSummary{{[2]int{0, 1}, "nccl", 2.25e-6, 23.5e9}}
	s.Iterations = 24595395248
	s.SetEnergy(123456)
	first, last := 0.31, 1.2
	Report(os.Stdout, s, &Flow{
		Forces: []VectorPeak{
			{Peak{"box", "N", 52.5, 0.3, false}, []float64{-51.5, 0, 10.2}, nil},
			{Peak{"pier", "N", 20, 0, false}, []float64{20, 5, 2},
				&VectorMean{Mean{8.2345, 3.712, 2, 5, SteadyWindow}, []float64{8, 0, 2}, nil}}},
		Levels: []ScalarPeak{{Peak{"G1", "m", 0.4, 0, true}, nil}},
		Fronts: []ScalarPeak{{Peak{"front", "m", 3.25, 1.5, false}, nil}},
		Pressures: []ScalarPeak{{Peak{"P", "Pa", 2345.678, 0.29, false},
			&Mean{82.345, 37.12, 0, 2, WholeWindow}}},
		Speed: &Peak{"speed", "m/s", 3.5, 0.25, false},
		Mass: MassBalance{Unit: "kg", ParticlesStart: 901120, ParticlesEnd: 901108, Start: 100,
			End: 99.99867, Lost: 12, FirstLost: &first, LastLost: &last},
		Energies: []Balance{NewBalance(Peak{"kinetic", "J", 60, 0.5, false}, 0, 48)},
	})
	// Output:
	// gpusph 1.0.0: DamBreak3D on 2 devices
	//
	// Flow
	//   Greatest force on box       52.5  N    at 0.3 s          (-51.5, 0, 10.2)
	//   Mean force on pier     8.2 ± 3.7  N    2 to 5 s, steady  (8, 0, 2); greatest 20 at 0 s
	//   Highest level at G1          0.4  m    throughout
	//   Farthest front              3.25  m    at 1.5 s          along x
	//   Highest pressure at P       2346  Pa   at 0.29 s         mean 82 ± 37, 0 to 2 s, not steady
	//   Greatest speed               3.5  m/s  at 0.25 s
	//   Fluid at the start           100  kg                     901,120 particles
	//   Fluid at the end             100  kg                     901,108 particles
	//   Left the domain          0.00133  kg   0.31 to 1.2 s     12 particles, 0.001332 % of the fluid
	//
	// Energy of the fluid [J]  Start  End  Change  Greatest  at t [s]
	// kinetic                      0   48      48        60       0.5
	//
	// Runtime             312.5 s (331.2 s with set-up and output)
	// Simulated time      1.5 s
	// Iterations          23,456
	// Particles           1,048,576 (901,120 fluid, 147,456 boundary)
	// Throughput          78,705 kips, 78.70 mips
	// Energy of the GPUs  123,456 J, 5.019 µJ per particle-iteration
	//
	// Device  Model          kips   mips
	// cuda:0  NVIDIA H100  45,678  45.68
	// cuda:1  NVIDIA A10   33,027  33.03
	//
	// Time per phase       BuildNeibs           Forces      MinimumScan      Sum
	// cuda:0          23.40 s   8.4 %  250.2 s  89.5 %  6.050 s   2.2 %  279.7 s
	// cuda:1          31.20 s  10.6 %  255.5 s  86.8 %  7.500 s   2.5 %  294.2 s
	//
	// Link between processes  Transport   Latency   Bandwidth
	// 0 and 1                      NCCL  2.250 µs  23.50 GB/s
	//
	// Balance   Before balancing    After balancing
	// cuda:0   49 slices  50.0 %  42 slices  57.3 %
	// cuda:1   48 slices  50.0 %  55 slices  42.7 %
	// Slices moved: 17
}

// A flow in two dimensions says what its numbers are of.
func TestReportOfPlane(t *testing.T) {
	s := &Summary{Devices: make([]DeviceSummary, 1)}
	for _, dim := range []int{2, 3} {
		s.Parameters.Dim = dim
		var b strings.Builder
		if err := Report(&b, s, nil); err != nil {
			t.Fatal(err)
		}
		if says := strings.Contains(b.String(),
			"2; masses, energies and forces are those of a metre of width"); says != (dim == 2) {
			t.Errorf("in %d dimensions the report is\n%s", dim, b.String())
		}
	}
}

// A run on the host's processor knows no energy.
func ExampleReport_host() {
	Report(os.Stdout, &Summary{
		Program: "gpusph", Problem: "Hydrostatic",
		Particles: Counts{Total: 800, Fluid: 500, Wall: 300}, Steps: 10, Time: 0.005,
		Work: Work{Runtime: 0.0625, Kips: 128, Mips: 0.128, Iterations: 8000, ActiveIter: 5000,
			ActiveMips: 0.08},
		Devices: []DeviceSummary{{
			Name: "host:0", Model: "processor, 8 cores", Kips: 128, Mips: 0.128,
			Seconds: PhaseSeconds{0.01, 0.04, 0.0125},
			Before:  Share{12, 800}, After: Share{12, 800},
		}},
	}, nil)
	// Output:
	// gpusph: Hydrostatic on one device
	//
	// Runtime         0.0625 s
	// Simulated time  0.005 s
	// Iterations      10
	// Particles       800 (500 fluid, 300 boundary)
	// Throughput      128.0 kips, 0.128 mips
	//
	// Device  Model                kips   mips
	// host:0  processor, 8 cores  128.0  0.128
	//
	// Time per phase      BuildNeibs          Forces     Sum
	// host:0          0.01 s  20.0 %  0.04 s  80.0 %  0.05 s
}

// What a run ended with and what it was asked for are in the report; how it ended
// comes first where it is not the end that was requested.
func TestReportEnds(t *testing.T) {
	for status, second := range map[string]string{Failed: "Failed at 0.03 s, step 30: it broke",
		Interrupted: "Interrupted at 0.03 s, step 30", Done: ""} {
		s := testSummary()
		if s.Status = status; status != Failed {
			s.Error = ""
		}
		var b bytes.Buffer
		if err := ReportFile(&b, s, nil); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(b.String(), "\n"); lines[1] != second {
			t.Errorf("%s: the second line is %q, not %q", status, lines[1], second)
		}
		for _, want := range []string{
			"\nStatus        " + status + "\nStarted       2026-11-21T15:04:05Z\nEnded         " +
				"2026-11-21T15:04:07Z\nHost          a host\n" +
				"Command line  gpusph --problem Test <&>\n\nOption  Value that was taken\nalpha   " +
				"0.1\ntend    1.5\n",
		} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %q in\n%s", status, want, &b)
			}
		}
	}
}

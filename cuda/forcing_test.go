package cuda_test

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// of is a forcing all of whose numbers follow from one.
func of(x float32) cuda.Forcing {
	m := func(k float32) [3]float32 { return [3]float32{k * x, (k + 1) * x, (k + 2) * x} }
	return cuda.Forcing{Gravity: m(1), Hydro: m(4), AngularVelocity: m(7), AngularAcceleration: m(10)}
}

// A scan tells the steps that follow when they begin, how long they are, and what acts there: the first
// two of a period, also after a step that was rejected and where no step is done, and then one at a time.
func TestRecords(t *testing.T) {
	d := open(t, strict)
	args := cuda.MinimumScanArgs{
		Devices: 1, End: 1, Cfl: 0.3, H: 0.05, C0: 15, DtMax: 1e-3, SkinMax: 0.02, Step: 4, VerifiedSteps: 3,
		Forcing: cuda.ForcingTable{At: d.upload([]cuda.Forcing{of(0), of(1), of(-3), of(5)}), Count: 4, PerSecond: 8}, // one every 0.125 s
	}
	value := func(time float64) float64 {
		table := []float64{0, 1, -3, 5, 5}
		x := min(time*8, 3)
		k := int(x)
		return table[k] + (table[k+1]-table[k])*(x-float64(k))
	}
	rejected := atStep(0.2)
	rejected.Halt, rejected.Limit = cuda.SkinUsed, 4
	for _, test := range []struct {
		name   string
		kernel cuda.KernelOf[cuda.MinimumScanArgs]
		clock  cuda.Clock
		used   float32
		begin  [2]float64 // of even and odd steps, or -1
		length [2]float64
	}{
		{"begin", cuda.Begin, atStep(0.125), 0, [2]float64{0.125, 0.126}, [2]float64{1e-3, 3e-3}},
		{"begin again", cuda.Begin, rejected, 0, [2]float64{0.2, 0.201}, [2]float64{1e-3, 3e-3}},
		{"lists are used up", cuda.Begin, atStep(0.2), 2, [2]float64{0.2, -1}, [2]float64{0, -1}},
		{"a step", cuda.MinimumScan, atStep(0.1245), 0, [2]float64{-1, 0.1255}, [2]float64{-1, 1e-3}},
		{"after the table", cuda.MinimumScan, atStep(0.5), 0, [2]float64{-1, 0.501}, [2]float64{-1, 1e-3}},
		{"the end", cuda.Begin, atStep(1), 0, [2]float64{1, -1}, [2]float64{1e-3, -1}}, // a step that is not done
	} {
		const untouched = -7
		args.Clock, args.Maxima, args.Records = d.upload(test.clock), d.upload(used(test.used)), d.upload([2]cuda.StepRecord{{Begin: untouched}, {Begin: untouched}})
		gpu.Launch(d.stream, test.kernel, args, 0, 1)
		var got [2]cuda.StepRecord
		d.download(&got, args.Records)
		for k, r := range got {
			if test.begin[k] < 0 {
				if r.Begin != untouched {
					t.Errorf("%s: the record of the other step becomes %+v", test.name, r)
				}
				continue
			}
			if math.Abs(r.Begin-test.begin[k]) > 1e-9 || math.Abs(float64(r.Length)-test.length[k]) > 1e-9 {
				t.Errorf("%s: the step begins at %g s and is %g s long, want %g and %g", test.name, r.Begin, r.Length, test.begin[k], test.length[k])
			}
			for half, m := range r.At {
				want := value(test.begin[k] + float64(half)/2*test.length[k])
				numbers := slices.Concat(m.Gravity[:], m.Hydro[:], m.AngularVelocity[:], m.AngularAcceleration[:])
				for i, x := range numbers {
					if w := want * float64(1+i%3+i/3*3); math.Abs(float64(x)-w) > 2e-5 {
						t.Errorf("%s, half %d: number %d is %g, want %g", test.name, half, i, x, w)
					}
				}
			}
		}
	}
	// What does not change keeps its bits.
	same := of(-9.81)
	args.Clock, args.Maxima, args.Records = d.upload(atStep(0.3)), d.upload(cuda.Maxima{}), d.alloc(2*int(unsafe.Sizeof(cuda.StepRecord{})))
	args.Forcing.At = d.upload([]cuda.Forcing{same, same, same, same})
	gpu.Launch(d.stream, cuda.Begin, args, 0, 1)
	var got [2]cuda.StepRecord
	d.download(&got, args.Records)
	for _, r := range got {
		if r.At != [2]cuda.Forcing{same, same} {
			t.Errorf("of %v comes %v", same, r.At)
		}
	}
}

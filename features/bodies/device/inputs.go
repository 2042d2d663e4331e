package device

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// farAway is where the other end of a spring is by which a program pushes a body [m]: so far that
// the force changes by 1e-9 of itself as the body moves by a metre.
const farAway = 1e9

// push is a force on the centre of mass of a body, as a spring [N].
func (f *Flow) push(body int, force [3]float64) cuda.Tie {
	b := &f.Bodies[body]
	t := cuda.Tie{Kind: cuda.SpringTie, To: [3]float64{farAway}}
	size := sph.Norm(force)
	for a := range 3 {
		t.At[a] = b.Centre[a] - f.pivots[body][a]
		if size > 0 {
			t.To[a] = t.At[a] + farAway*force[a]/size
		}
	}
	t.Stiff = size / farAway
	return t
}

// inputs are the forces on free bodies.
func inputs(w launch.Bodies) (all []launch.Input) {
	f := of(w)
	for k, i := range f.free {
		all = append(all, launch.Input{Name: f.Bodies[i].Name, Quantity: "force", Unit: "N", Size: 3,
			Table: tiesTable, At: f.pushes[k] * int(unsafe.Sizeof(cuda.Tie{})),
			Set: func(s launch.Setting) ([]byte, error) {
				return sph.BytesOf([]cuda.Tie{f.push(i, [3]float64(s.Values))}), nil
			}})
	}
	return all
}

package device

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/joints"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/motion"
)

// motor is one whose moment or force a program may set.
type motor struct {
	of     *joints.Joint
	course *motion.Course
	first  int // of its pieces
}

// addMotor adds one, and is the pieces that devices have of its law.
func (f *flow) addMotor(j *joints.Joint, law *motion.Law) []motion.Piece {
	m := motor{j, motion.CourseOf(law), len(f.laws.Pieces)}
	f.motors = append(f.motors, m)
	return m.course.Slots(0)
}

// inputs are the moments and forces of motors, and what those of bodies are.
func inputs(w launch.Bodies) []launch.Input {
	f, at := of(w)
	all := alone.Inputs(w)
	for k := range f.motors {
		m := &f.motors[k]
		in := launch.Input{Name: m.of.Name, Quantity: "force", Unit: "N", Size: 1,
			Table: tableOf(w, at) + piecesTable,
			At:    m.first * int(unsafe.Sizeof(cuda.MotionPiece{}))}
		if m.of.Kind == joints.Hinge {
			in.Quantity, in.Unit = "torque", "N m"
		}
		in.Set = func(s launch.Setting) ([]byte, error) {
			if err := m.course.Jump(s.Now, s.Until, s.Values[0]); err != nil {
				return nil, err
			}
			return sph.BytesOf(m.course.Slots(s.Now)), nil
		}
		all = append(all, in)
	}
	return all
}

// tableOf is the place of the first table of joints.
func tableOf(w launch.Bodies, of []gpu.Ptr) int { return len(w.Tables().At) - len(of) }

package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// contactTables are what free bodies may touch, as kernels read it: see cuda/contact.h.
type contactTables struct {
	obstacles []cuda.Obstacle
	distances []float32
	points    [][4]float32
}

// contactTables makes those of the case.
func (s *config) contactTables() (t contactTables) {
	pivots, _ := s.Case.Pivots()
	for k, shape := range s.Case.Touching() {
		o := cuda.Obstacle{
			Body: int32(shape.Body), Step: shape.Grid.Step, Radius: -1,
			First: int32(len(t.distances)), FirstPoint: int32(len(t.points) / 2),
		}
		pivot := s.grid.Origin
		if shape.Body > 0 {
			pivot = pivots[shape.Body-1]
			o.Radius = 0
		}
		if k < len(s.carried) {
			free := s.Case.Bodies[s.carried[k]].Free
			o.Free, o.Friction, o.Damping = int32(k+1), free.Friction, free.ContactDamping()
			o.Yields = s.Case.Bodies[s.carried[k]].Yields(shape.Points)
		}
		for a := range 3 {
			o.Pivot[a], o.Low[a] = pivot[a]-s.grid.Origin[a], shape.Grid.Low[a]-pivot[a]
			o.Nodes[a] = int32(shape.Grid.Nodes[a])
		}
		t.distances = append(t.distances, shape.Grid.Of...)
		if shape.Body > 0 {
			for _, p := range shape.Points {
				r := [3]float64{p.At[0] - pivot[0], p.At[1] - pivot[1], p.At[2] - pivot[2]}
				o.Radius = max(o.Radius, sph.Norm(r)+s.Case.Params.DeltaP)
				t.points = append(t.points, float4(r, p.Part), float4(p.Normal, p.Reach))
			}
		}
		o.EndPoint = int32(len(t.points) / 2)
		t.obstacles = append(t.obstacles, o)
	}
	return t
}

func float4(v [3]float64, w float64) [4]float32 {
	return [4]float32{float32(v[0]), float32(v[1]), float32(v[2]), float32(w)}
}

// chunks is how many parts of points the body with most has.
func (t *contactTables) chunks() (n int32) {
	for k := range t.obstacles {
		points := t.obstacles[k].EndPoint - t.obstacles[k].FirstPoint
		n = max(n, (points+cuda.ContactChunk-1)/cuda.ContactChunk)
	}
	return n
}

// contactBodies lets the control stream sum the forces of contacts in half a step.
func (d *domain) contactBodies(h stepStage) {
	args := d.bodies.contacts
	args.Motions, args.Record = d.motionsOf(d.step), d.recordOf(d.step)
	args.Half, args.Step = int32(h), int32(d.step)
	pairs := int(args.Free * args.Count)
	gpu.Launch(d.control, cuda.Overlap, args, 0, 32*pairs*int(args.Chunks))
	gpu.Launch(d.control, cuda.Contact, args, 0, pairs)
}

// contactsName is what checkpoints call the friction springs of contacts.
const contactsName = "friction springs of contacts"

const springBytes = int(unsafe.Sizeof(cuda.ContactSpring{}))

// springs is how many friction springs the contacts of free bodies have.
func (s *config) springs() int {
	return len(s.carried) * s.Case.Obstacles() * cuda.ContactSides
}

// setContacts makes friction springs those of a checkpoint, or else without force.
func (d *domain) setContacts(springs []byte) {
	if springs == nil {
		springs = make([]byte, d.springs()*springBytes)
	}
	d.main.Upload(d.bodies.contacts.Springs, springs)
}

// restoreContacts takes friction springs to the state of even steps.
func (d *domain) restoreContacts(clock gpu.Ptr) {
	args := d.bodies.contacts
	args.Clock = clock
	gpu.Launch(d.main, cuda.RestoreContacts, args, 0, int(args.Free*args.Count)*cuda.ContactSides)
}

package device

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/launch"
	"gpusph/sph/scheme"
)

// contactTables are what free bodies may touch, as kernels read it: see cuda/contact.h.
type contactTables struct {
	obstacles []cuda.Obstacle
	distances []float32
	points    [][4]float32
}

// Touching are the bodies of obstacles, from 1 on, by their places; 0 is fixed walls.
func (t *contactTables) Touching() (all []int) {
	for k := range t.obstacles {
		all = append(all, int(t.obstacles[k].Body))
	}
	return all
}

// addContacts makes those of the case.
func (f *Flow) addContacts() {
	for k, shape := range bodies.Touching(f.Case) {
		o := cuda.Obstacle{
			Body: int32(shape.Body), Step: shape.Grid.Step, Radius: -1,
			First: int32(len(f.distances)), FirstPoint: int32(len(f.points) / 2),
		}
		pivot := f.origin
		if shape.Body > 0 {
			pivot = f.pivots[shape.Body-1]
			o.Radius = 0
		}
		if k < len(f.free) {
			b := &f.Bodies[f.free[k]]
			own := bodies.Of(b)
			o.Free, o.Friction, o.Damping = int32(k+1), own.Friction, own.ContactDamping()
			o.Yields = bodies.Yields(b, shape.Points)
		}
		for a := range 3 {
			o.Pivot[a], o.Low[a] = pivot[a]-f.origin[a], shape.Grid.Low[a]-pivot[a]
			o.Nodes[a] = int32(shape.Grid.Nodes[a])
		}
		f.distances = append(f.distances, shape.Grid.Of...)
		if shape.Body > 0 {
			for _, p := range shape.Points {
				r := [3]float64{p.At[0] - pivot[0], p.At[1] - pivot[1], p.At[2] - pivot[2]}
				o.Radius = max(o.Radius, sph.Norm(r)+f.Params.DeltaP)
				f.points = append(f.points, float4(r, p.Part), float4(p.Normal, p.Reach))
			}
		}
		o.EndPoint = int32(len(f.points) / 2)
		f.obstacles = append(f.obstacles, o)
	}
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

// contactArguments are those of kernels between steps.
func contactArguments(w launch.Bodies) cuda.ContactArgs {
	f, at := of(w), w.Tables().At
	return cuda.ContactArgs{
		Clock: w.Clock(), Obstacles: at[obstaclesTable], Distances: at[distancesTable],
		Points: at[pointsTable], Bodies: at[bodiesTable], Overlaps: at[overlapsTable],
		Sums: at[contactsTable], Springs: w.States(springStates), Scale: f.scale, Quantum: f.quantum,
		Spacing: f.Params.DeltaP, Rate: bodies.ContactRate(&f.Params), Free: int32(len(f.rows)),
		Count: int32(len(f.obstacles)), Chunks: f.chunks(),
	}
}

// touch sums the forces of contacts in half a step.
func touch(w launch.Bodies, half scheme.Stage,
	between func(w launch.Bodies, c *cuda.ContactArgs)) {
	args := contactArguments(w)
	args.Motions, args.Record = w.Motions(), w.Record()
	args.Half, args.Step = int32(half), int32(w.Step())
	pairs := int(args.Free * args.Count)
	gpu.Launch(w.Stream(), cuda.Overlap, args, 0, 32*pairs*int(args.Chunks))
	if between != nil {
		between(w, &args)
	}
	gpu.Launch(w.Stream(), cuda.Contact, args, 0, pairs)
}

// springBytes is what the friction springs of the contacts of a case take: at first they hold
// nothing.
func springBytes(c *sph.Case) int {
	return len(c.Free()) * bodies.Obstacles(c) * cuda.ContactSides *
		int(unsafe.Sizeof(cuda.ContactSpring{}))
}

// restoreContacts takes friction springs to the states of even steps.
func restoreContacts(w launch.Bodies) {
	args := contactArguments(w)
	gpu.Launch(w.Stream(), cuda.RestoreContacts, args, 0,
		int(args.Free*args.Count)*cuda.ContactSides)
}

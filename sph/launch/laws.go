package launch

import (
	"gpusph/cuda"
	"gpusph/sph/motion"
)

// Laws are the pieces of laws of motion, as kernels read them.
type Laws struct {
	Pieces []cuda.MotionPiece
	// first of the pieces of laws that are there, which bodies share that one body carries
	known map[*motion.Piece]int32
}

// Row adds a law, unless it is there, and is where kernels find it.
func (r *Laws) Row(l *motion.Law) cuda.MotionLink {
	first, ok := r.known[&l.Pieces[0]]
	if !ok {
		if r.known == nil {
			r.known = map[*motion.Piece]int32{}
		}
		first = int32(len(r.Pieces))
		r.known[&l.Pieces[0]] = first
		for _, p := range l.Pieces {
			r.Pieces = append(r.Pieces, cuda.MotionPiece(p))
		}
	}
	return cuda.MotionLink{From: l.From, Period: l.Period, First: first,
		End: first + int32(len(l.Pieces))}
}

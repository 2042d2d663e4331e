package geometry

// Frame is axes of a shape: it takes points of these to where the shape is.
type Frame struct{ of motion }

// Upright is the frame of the axes x, y and z.
func Upright() Frame { return Frame{still} }

// InFrame is a shape in axes of its own, as it was before it was turned, and the frame that takes
// it back. Shapes that are not turned, and combinations, are in the axes x, y and z.
func InFrame(s Shape) (own Shape, f Frame) {
	if m, ok := s.(*moved); ok {
		return m.shape, Frame{m.motion}
	}
	return s, Upright()
}

// Out takes a point of the frame to where it is [m].
func (f Frame) Out(x Vec) Vec { return f.of.out(x) }

// Scale is the length that 1 m of the frame has [m].
func (f Frame) Scale() float64 { return f.of.scale }

// InPlane reports whether the plane y = 0 of the frame is the one in which flows in two dimensions
// are.
func (f Frame) InPlane() bool { return f.of.keepsY() && f.of.shift[1] == 0 }

package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/wavemaker"
)

// segment is a part of a paddle across it, or upwards, that moves by itself: a wall of its own.
type segment struct {
	of      int // the paddle's place among the walls, which is that of the first part
	number  int // from 0 on
	count   int
	at      float64 // its middle, to the left of that of the paddle along the waves [m]
	width   float64 // [m]
	upwards bool
	angle   float64 // of the waves, to the left of straight ahead [rad]
	spread  float64
}

// wallPath is where a wall is in the file: segments are where their paddle is.
func (f *caseProblem) wallPath(i int) string {
	if s := f.segments[i]; s != nil {
		i = s.of
	}
	return fmt.Sprintf("wall.%d", i)
}

// follows reports whether a part is not the first, so that what is said of the paddle is said.
func (s *segment) follows() bool { return s != nil && s.number > 0 }

// turn lets waves be at the angle at which the part makes them.
func (s *segment) turn(waves wavemaker.Waves) {
	if s == nil {
		return
	}
	o := &wavemaker.Oblique{Angle: s.angle, Spread: s.spread, At: s.at}
	switch w := waves.(type) {
	case *wavemaker.Regular:
		w.Order, w.Oblique = 1, o
	case *wavemaker.Irregular:
		w.Oblique = o
	}
}

// segment cuts paddles into their parts. The first takes the place of the paddle among the walls of
// the file, and the others come at the end.
func (f *caseProblem) segment() error {
	f.file.Walls = slices.Clone(f.file.Walls)
	for i := range f.file.Walls {
		m := f.file.Walls[i].Motion
		if m == nil || m.Waves == nil || m.Waves.Segments == 0 && m.Waves.Layers == 0 {
			continue
		}
		if err := f.cut(i); err != nil {
			return err
		}
	}
	if n := len(f.file.Walls); len(f.segments) > 0 && n > sph.MaxBodies {
		return f.file.Errorf("wall", "the case has %d walls with the segments of paddles, but may have "+
			"%d", n, sph.MaxBodies)
	}
	return nil
}

// cut cuts one.
func (f *caseProblem) cut(i int) error {
	paddle := f.file.Walls[i]
	m, path := paddle.Motion.Waves, fmt.Sprintf("wall.%d.motion.waves", i)
	axis, key, n := 2, "layers", m.Layers
	way := [2]float64{1, 0}
	if m.Direction != nil {
		way = *m.Direction
	}
	if m.Segments > 0 {
		key, n = "segments", m.Segments
		axis = 1
		if way[0] == 0 {
			axis = 0
		}
	}
	if paddle.Box == nil || paddle.Rotate != nil || paddle.Scale != nil || paddle.Translate != nil ||
		way[0] != 0 && way[1] != 0 {
		return f.file.Errorf(path+"."+key, "the paddle %q has %s, so it must be a box that moves along "+
			"x or y; use box, and a direction along an axis", paddle.Name, key)
	}
	low, high := f.extent(&paddle, axis)
	s := segment{of: i, count: n, width: (high - low) / float64(n), upwards: axis == 2,
		angle: m.Angle * math.Pi / 180, spread: m.Spreading}
	if s.width < 2*f.file.Spacing*(1-1e-9) {
		return f.file.Errorf(path+"."+key, "the %s of the paddle %q are %s m wide, but must have two "+
			"spacings, %s m; use %d or fewer", key, paddle.Name, text.Number(s.width),
			text.Number(2*f.file.Spacing), int((high-low)/(2*f.file.Spacing)*(1+1e-9)))
	}
	left := 1.0
	if axis == 1 && way[0] < 0 || axis == 0 && way[1] > 0 {
		left = -1
	}
	if f.segments == nil {
		f.segments = map[int]*segment{}
	}
	for k := range n {
		of := s
		of.number, of.at = k, left*(float64(k)-float64(n-1)/2)*s.width
		at := i
		if k > 0 {
			at = len(f.file.Walls)
			f.file.Walls = append(f.file.Walls, casefile.Wall{})
		}
		f.file.Walls[at], f.segments[at] = of.wall(paddle, axis, low), &of
	}
	return nil
}

// wall is that of a part of a paddle that begins at a coordinate along an axis [m]. The outermost
// parts end where the paddle does.
func (s *segment) wall(paddle casefile.Wall, axis int, low float64) casefile.Wall {
	box, motion, waves := *paddle.Box, *paddle.Motion, *paddle.Motion.Waves
	if s.number > 0 {
		box.Min[axis] = low + float64(s.number)*s.width
	}
	if s.number < s.count-1 {
		box.Max[axis] = low + float64(s.number+1)*s.width
	}
	waves.Segments, waves.Layers = 0, 0
	motion.Waves = &waves
	part := paddle
	part.Box, part.Motion = &box, &motion
	part.Name = fmt.Sprintf("%s %d", paddle.Name, s.number+1)
	if part.Force != "" {
		part.Force = fmt.Sprintf("%s %d", paddle.Force, s.number+1)
	}
	return part
}

// extent is that of a paddle along an axis, within the domain [m].
func (f *caseProblem) extent(w *casefile.Wall, axis int) (low, high float64) {
	tank := f.scene.Tank
	return max(w.Box.Min[axis], tank.Min[axis]), min(w.Box.Max[axis], tank.Max[axis])
}

// checkSegments refuses segments that are so wide that they make other waves, too.
func (w *waveMaker) checkSegments() *wavemaker.Fault {
	if w.part == nil || w.part.upwards {
		return nil
	}
	length := w.waves.Scale(&w.paddle).Length
	o := wavemaker.Oblique{Angle: w.part.angle, Spread: w.part.spread}
	if most := o.Widest(length); length > 0 && w.part.width > most {
		return &wavemaker.Fault{Key: "segments", Text: fmt.Sprintf("the segments are %s m wide, but "+
			"waves of %s m need %s m or less, or others run besides; use more segments",
			text.Number(w.part.width), text.Number(length), text.Number(most))}
	}
	return nil
}

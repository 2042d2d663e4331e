package openings

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// checkFlat refuses what has no meaning where an opening lies flat, or where nothing pulls down.
func (f *fromFile) checkFlat(o *given, to *Opening, p *sph.Params) error {
	turned := math.Abs(to.Across[0][2]) > 1e-9
	switch path := o.Path + ".level"; {
	case turned && (o.level != nil || o.Profile != nil && o.Profile.Word != "uniform"):
		return f.file.Errorf(o.Path+".rectangle.turn", "the %s %q is turned, so its velocity and its "+
			"level cannot depend on z; leave level and profile out", to.Kind(), o.Name)
	case o.Profile != nil && (o.Profile.Rows != nil || o.Profile.Word == "logarithmic" && !to.Disc) &&
		math.Abs(to.Across[1][2]) < 0.1:
		return f.file.Errorf(o.Path+".profile", "the %s %q lies flat, so its velocity cannot depend on "+
			`z; use profile = "uniform" or "parabolic"`, to.Kind(), o.Name)
	case o.level == nil:
		return nil
	case math.Abs(to.Across[1][2]) < 0.1:
		return f.file.Errorf(path, "the %s %q lies flat, so all of it is at one height and its level "+
			"says nothing; use pressure", to.Kind(), o.Name)
	case !(p.Gravity[2] < 0):
		return f.file.Errorf(path, "the %s %q has a level, but no gravity holds the water below it; use "+
			"pressure, or physics.gravity = [0, 0, -9.81]", to.Kind(), o.Name)
	}
	return nil
}

// openSide places an opening that takes a side of the domain, or a part of one: its plane lies a
// buffer before the side. Beside a part the side is a wall as thick as the buffer.
func (f *fromFile) openSide(
	o *given, to *placed, s *scene.Scene, p *sph.Params,
) error {
	axis, end := sideOf(o.Side)
	whole, err := f.openAcross(o, to, s, p)
	if err != nil {
		return err
	}
	deep := 0.0
	if !o.Free || !whole {
		deep = float64(Layers(p.Support(), p.DeltaP)) * p.DeltaP
	}
	if size := s.Tank.Size(axis); deep+p.Support() > size*(1+scene.Tolerance) {
		return f.file.Errorf(o.Path+".side", "the domain is too small for the %s %q: along %v it is %s "+
			"m long, but the buffer takes %s m and the kernel reaches %s m before it; use a larger domain, "+
			"or a finer spacing", to.Kind(), o.Name, sph.Axis(axis), text.Number(size),
			text.Number(deep), text.Number(p.Support()))
	}
	to.Normal[axis] = float64(1 - 2*end)
	to.Centre[axis] = [2]float64{s.Tank.Min[axis] + deep, s.Tank.Max[axis] - deep}[end]
	if whole {
		to.Side = [2]int{axis, end}
		s.Room = max(s.Room, p.Support()+p.DeltaP)
	}
	return nil
}

// acrossSide are the axes across another one. The second is up, in two dimensions the first is y.
func acrossSide(axis, dim int) [2]int {
	switch {
	case axis == 0:
		return [2]int{1, 2}
	case axis == 1:
		return [2]int{0, 2}
	case dim == 2:
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

// openAcross finds what an opening takes of a side, and whether it takes all of it.
func (f *fromFile) openAcross(
	o *given, to *placed, s *scene.Scene, p *sph.Params,
) (whole bool, err error) {
	axis, _ := sideOf(o.Side)
	origin, edge := s.Cells(p)
	whole = true
	for k, a := range acrossSide(axis, p.Dim) {
		to.Across[k][a] = 1
		if p.Dim == 2 && a == int(sph.PlaneAxis) {
			to.Half[k] = 0.5
			continue
		}
		low, high := s.Tank.Min[a], s.Tank.Max[a]
		if o.Min != nil {
			low = max(low, o.Min[a])
		}
		if o.Max != nil {
			high = min(high, o.Max[a])
		}
		first, last := math.Round((low-origin[a])/edge[a]), math.Round((high-origin[a])/edge[a])
		whole = whole && first == 0 && last == math.Round(s.Tank.Size(a)/edge[a])
		if err := f.checkWide(o, &to.Opening, (high-low)/p.DeltaP, p); err != nil {
			return false, err
		}
		o.asked[k] = high - low
		to.Centre[a] = origin[a] + (first+last)/2*edge[a]
		to.Half[k] = (last - first) * p.DeltaP / 2
	}
	return whole, nil
}

// leastWide are the spacings that an opening is wide at least. Fewer are no flow.
const leastWide = 5

// checkWide refuses an opening that is narrow, by its width in spacings.
func (f *fromFile) checkWide(o *given, to *Opening, wide float64, p *sph.Params) error {
	if wide >= leastWide-1e-6 {
		return nil
	}
	path := o.Path + ".side"
	switch {
	case o.Rectangle != nil:
		path = o.Path + ".rectangle.size"
	case o.Disc != nil:
		path = o.Path + ".disc.radius"
	case o.Max != nil:
		path = o.Path + ".max"
	case o.Min != nil:
		path = o.Path + ".min"
	}
	return f.file.Errorf(path, "the %s %q is %s spacings wide, but needs %d; use spacing = %s, or a "+
		"wider one", to.Kind(), o.Name, text.Figure(wide), leastWide,
		text.Number(text.Three(wide*p.DeltaP/leastWide, math.Floor)))
}

// openShape places a rectangle or a disc. One across an axis lies between the sites of the lattice.
func (f *fromFile) openShape(
	o *given, to *placed, s *scene.Scene, p *sph.Params,
) error {
	path, centre, direction := o.Path+".disc", [3]float64{}, [3]float64{}
	if r := o.Rectangle; r != nil {
		path, centre, direction = o.Path+".rectangle", r.Centre, r.Direction
		to.Half = [2]float64{0.5, r.Size[len(r.Size)-1] / 2}
		o.asked[1] = 2 * to.Half[1]
		if p.Dim == 3 {
			to.Half[0], o.asked[0] = r.Size[0]/2, r.Size[0]
		}
	} else {
		d := o.Disc
		centre, direction = d.Centre, d.Direction
		to.Half, to.Disc, to.Radius = [2]float64{d.Radius, d.Radius}, true, d.Radius
	}
	if p.Dim == 2 {
		centre[1] = 0
	}
	to.Normal = unit(direction)
	if !o.Inlet {
		for a := range 3 {
			to.Normal[a] = 0 - to.Normal[a]
		}
	}
	to.Across = acrossOf(to.Normal, p.Dim)
	if r := o.Rectangle; r != nil && r.Turn != 0 {
		for k := range to.Across {
			to.Across[k] = turnedBy(to.Across[k], unit(direction), r.Turn*math.Pi/180)
		}
	}
	for k := range 2 {
		if k == 0 && p.Dim == 2 {
			continue
		}
		if err := f.checkWide(o, &to.Opening, 2*to.Half[k]/p.DeltaP, p); err != nil {
			return err
		}
	}
	to.Centre = onLattice(&to.Opening, centre, s, p)
	if err := f.checkBuffer(o, to, path, s, p); err != nil || o.Free {
		return err
	}
	return encase(f.file, o, to, s, p)
}

// acrossOf are the directions across a normal, of which the second is up. In two dimensions the
// first is along y.
func acrossOf(normal [3]float64, dim int) (across [2][3]float64) {
	switch flat := math.Hypot(normal[0], normal[1]) < 1e-9; {
	case flat && dim == 2:
		return [2][3]float64{{0, 1, 0}, {1, 0, 0}}
	case flat:
		return [2][3]float64{{1, 0, 0}, {0, 1, 0}}
	case dim == 2:
		across[0] = [3]float64{0, 1, 0}
	default:
		across[0] = unit([3]float64{-normal[1], normal[0], 0})
	}
	u := across[0]
	up := [3]float64{u[1]*normal[2] - u[2]*normal[1], u[2]*normal[0] - u[0]*normal[2],
		u[0]*normal[1] - u[1]*normal[0]}
	for a := range 3 {
		if up[2] < 0 {
			across[1][a] = 0 - up[a]
		} else {
			across[1][a] = up[a] + 0
		}
	}
	return across
}

// turnedBy is a vector that is turned about another one of length 1, at right angles to it [rad].
func turnedBy(v, about [3]float64, angle float64) (x [3]float64) {
	sin, cos := math.Sincos(angle)
	for a := range 3 {
		b, c := (a+1)%3, (a+2)%3
		x[a] = cos*v[a] + sin*(about[b]*v[c]-about[c]*v[b])
	}
	return x
}

// alignedAxis is the axis along the normal of an opening; -1 is none, or it is turned about that.
func alignedAxis(o *Opening) int {
	along := func(x float64) bool { return math.Abs(x) > 1-1e-9 }
	if !slices.ContainsFunc(o.Across[0][:], along) {
		return -1
	}
	return slices.IndexFunc(o.Normal[:], along)
}

// onLattice is the centre of an opening so that, across an axis, its plane is between the sites of
// the lattice and its own sites are beside them. A disc may become wider, so that its middle may
// stay where it is.
func onLattice(o *Opening, centre [3]float64, s *scene.Scene, p *sph.Params) [3]float64 {
	if alignedAxis(o) < 0 {
		return centre
	}
	origin, edge := s.Cells(p)
	wider := false
	for a := range 3 {
		if math.Abs(edge[a]-p.DeltaP) > 1e-6*p.DeltaP || p.Dim == 2 && a == int(sph.PlaneAxis) {
			continue
		}
		half, cells := 0.0, (centre[a]-origin[a])/p.DeltaP
		for k := range 2 {
			if o.Across[k][a] == 0 {
				continue
			}
			if o.Disc && !wider { // by the first axis; both have as many sites
				n := math.Ceil(2*o.Half[k]/p.DeltaP - 1e-6)
				n += math.Mod(n+math.Round(2*cells), 2)
				o.Half, wider = [2]float64{n * p.DeltaP / 2, n * p.DeltaP / 2}, true
			}
			half = math.Round(2*o.Half[k]/p.DeltaP) / 2
		}
		centre[a] = origin[a] + (math.Round(cells-half)+half)*p.DeltaP
	}
	return centre
}

// checkBuffer refuses an opening that reaches out of the domain, with its buffer.
func (f *fromFile) checkBuffer(
	o *given, to *placed, path string, s *scene.Scene, p *sph.Params,
) error {
	behind := 0.0
	if !o.Free {
		behind = float64(Layers(p.Support(), p.DeltaP)) * p.DeltaP
	}
	for a := range 3 {
		if p.Dim == 2 && a == int(sph.PlaneAxis) {
			continue
		}
		low, high := s.Tank.Min[a]-0.01*p.DeltaP, s.Tank.Max[a]+0.01*p.DeltaP
		extent := reach(&to.Opening, a, p)
		for _, depth := range []float64{-Offset(p), behind} {
			x := to.Centre[a] - depth*to.Normal[a]
			if s.Periodic[a] {
				low, high = x-s.Tank.Size(a)/2, x+s.Tank.Size(a)/2
			}
			if x-extent >= low && x+extent <= high {
				continue
			}
			upper := x+extent > high
			ends := s.Tank.Min[a]
			if upper {
				ends = s.Tank.Max[a]
			}
			return f.file.Errorf(path+".centre", "the %s %q reaches out of the domain: its buffer takes "+
				"%s m behind its plane, and fluid is looked at %s m before it, but the domain ends at "+
				"%s m along %v; move the centre inwards, or use side = %q", to.Kind(), o.Name,
				text.Number(behind), text.Number(Offset(p)), s.Origin.Exact(a, ends),
				sph.Axis(a), sideAt(a, upper))
		}
	}
	return nil
}

// reach is how far the sites of an opening are from its centre along an axis at most [m].
func reach(o *Opening, axis int, p *sph.Params) float64 {
	var sum [2]float64
	for k := range 2 {
		sum[k] = math.Abs(o.Across[k][axis]) * max(0, o.Half[k]-p.DeltaP/2)
		if k == 0 && p.Dim == 2 {
			sum[k] = 0
		}
	}
	if o.Disc {
		return math.Hypot(sum[0], sum[1])
	}
	return sum[0] + sum[1]
}

// sideAt is the name of a side of the domain.
func sideAt(axis int, upper bool) string {
	if upper {
		return casefile.Sides[2*axis+1]
	}
	return casefile.Sides[2*axis]
}

// note says of an opening of a case what it is.
func noteOpening(c *sph.Case, o *placed, made *Opening, l *Layout) string {
	p := &c.Params
	unit := "m²"
	if p.Dim == 2 {
		unit = "m"
	}
	wet := 0
	for _, is := range o.Wet {
		if is {
			wet++
		}
	}
	note := fmt.Sprintf("the %s %q at %s: %s, %d sites, %s %s", made.Kind(), made.Name,
		scene.Origin(p.Origin).Metres(made.Centre), made.Given(), len(l.Sites),
		text.Number(l.Area(p.Dim)), unit)
	if made.Free {
		return note
	}
	note += fmt.Sprintf(", of which %d are wet at first, and %d layers behind it", wet, l.Layers)
	most := -1.0
	switch {
	case made.Discharge != nil:
		most = made.Discharge.Most(c.End) / math.Pow(p.DeltaP, float64(p.Dim))
	case made.Velocity != nil:
		most = made.Velocity.Most(c.End) / p.DeltaP * float64(len(l.Sites))
	}
	if most >= 0 {
		note += fmt.Sprintf(", at most %.3g particles a second", most)
	}
	return note
}

package neighbor

import (
	"encoding/binary"
	"math"
	"testing"

	"gpusph/cuda"
)

// Activate finds how much of the skin is used when lists begin, since they are of where particles
// will be: as a look at all boxes of displacements says, which is no less than where they are.
func TestUsedAtFirst(t *testing.T) {
	far := lasting
	far.Half, far.SkinMax = 0.1, 0.25 // some are as far ahead as they may be
	kinds := map[string]func(testing.TB, int) Grid{"wide": wide}
	eachList(t, 21, kinds, []Prediction{lasting, far}, func(t *testing.T, _ int, l *lists) {
		s := l.sorted
		furthest := min(s.period.SkinMax, s.grid.Edge/3)
		displacement := func(i int) (d [3]float64) {
			for a, v := range s.velocityOf(i) {
				d[a] = -min(max(v*s.period.Half, -furthest), furthest)
			}
			return d
		}
		d := s.differ(displacement)
		want := cuda.Maxima{}
		raise := func(bits *uint32, v float64) {
			*bits = max(*bits,
				math.Float32bits(float32(max(v, 0))))
		}
		for i, to := s.owned(); i < to; i++ {
			b := s.block(i)
			raise(&want.Used, d.walls[b]/float64(l.skinOf(i, true)))
			if !s.points[i].wall {
				raise(&want.Used, d.fluid[b]/float64(l.skinOf(i, false)))
			}
		}
		raise(&want.Approach, s.approach(func(i int) (d [3]float64) {
			if !s.points[i].wall {
				d = displacement(i)
			}
			return d
		}))
		for k, got := range []uint32{l.fresh.Used, l.fresh.Approach} {
			got, want := math.Float32frombits(got),
				math.Float32frombits([]uint32{want.Used, want.Approach}[k])
			if math.Abs(float64(got-want)) > 1e-5*float64(want)+1e-7 {
				t.Errorf("%s is %g, want %g", []string{"used", "approach"}[k], got, want)
			}
		}
		l.checkFirst()
		got := l.fresh
		got.Used, got.Approach, got.UsedAhead, got.ApproachAhead = 0, 0, 0, 0
		if got != (cuda.Maxima{}) {
			t.Errorf("other maxima become %+v", got)
		}
		_, _, approach := l.want(0, 0)
		if x := float64(math.Float32frombits(l.fresh.Approach)); x < approach*(1-1e-4)-1e-6 {
			t.Errorf("layers come %g m closer, but particles %g m", x, approach)
		}
	})
}

// Of particles of a block that is expected no further ahead than lists allow, the one that falls
// behind most may have neither the least velocity nor the greatest.
func TestFastest(t *testing.T) {
	period := Prediction{Half: 0.01, SkinTime: 0.005, Slack: 0.01, SkinMax: 0.02, DtMax: 0.0024,
		Bin: 1}
	for _, f := range []form{strict, fast} {
		m := open(t, f)
		for axis := range 3 {
			g := wide(t, axis)
			for _, sign := range []float32{1, -1} {
				cloud := make([]point, 3)
				for i := range cloud {
					cloud[i] = point{at: [3]int32{g.limit[0] / 2, g.limit[1] / 2, g.limit[2]/2 + int32(i)},
						id: uint32(i)}
				}
				along := func(p point) (v [4]float32) {
					v[axis] = sign * []float32{0, 2, 10}[p.id] // the second is just as far ahead as may be
					return v
				}
				s := sortMoving(t, m, g, whole(&g), cloud, 408, along, period)
				l := s.build(listed)
				var want cuda.Maxima
				p := s.upload(want)
				s.list.CheckSkins(s.machine.stream, s.out.Pos, s.out.Vel, p,
					s.upload(cuda.Clock{Limit: 1, Accel: accelAtFirst}), 0, stepsAtFirst)
				binary.Decode(s.download(p, binary.Size(want)), binary.LittleEndian, &want)
				got, least := math.Float32frombits(l.fresh.UsedAhead), math.Float32frombits(want.UsedAhead)
				if got < least*(1-1e-4) || got > least*(1+1e-3) {
					t.Errorf("%v, axis %d, velocities times %g: %g of the skin is used ahead, want %g", f, axis,
						sign, got, least)
				}
			}
		}
	}
}

// checkFirst holds that Activate has looked ahead as CheckSkins does from where particles are then,
// if none is expected elsewhere than where its velocity brings it; else no less far.
func (l *lists) checkFirst() {
	s := l.sorted
	s.t.Helper()
	p := s.upload(cuda.Maxima{})
	s.list.CheckSkins(s.machine.stream, s.out.Pos, s.out.Vel, p,
		s.upload(cuda.Clock{Limit: 1, Accel: accelAtFirst}), 0, stepsAtFirst)
	var want cuda.Maxima
	binary.Decode(s.download(p, binary.Size(want)), binary.LittleEndian, &want)
	for _, none := range []struct {
		clock cuda.Clock
		steps int
	}{{cuda.Clock{}, stepsAtFirst}, {cuda.Clock{Accel: accelAtFirst}, 0}} {
		p, got := s.upload(cuda.Maxima{}), cuda.Maxima{}
		s.list.Activate(s.machine.stream, s.out, true, p, s.upload(none.clock), none.steps)
		binary.Decode(s.download(p, binary.Size(got)), binary.LittleEndian, &got)
		if used := math.Float32frombits(got.UsedAhead); l.fresh.UsedAhead > 0 && used < 2 {
			s.t.Errorf("before the first step, or without a look ahead, %g of the skin is used ahead", used)
		}
	}
	inside, linear := true, true // expected in the domain anyway, and as far as the velocity brings it
	for i := range s.points {
		for a, v := range s.velocityOf(i) {
			most := min(s.period.SkinMax, s.grid.Edge/3)
			displacement := min(max(v*s.period.Half, -most), most)
			linear = linear && math.Abs(displacement) < most
			if x := float64(s.points[i].at[a]) + displacement/s.grid.Quantum; !s.points[i].wall {
				inside = inside && x > float64(int(Reach)<<s.grid.Shift) && x < float64(s.grid.limit[a])
			}
		}
	}
	number := math.Float32frombits
	if got := number(l.fresh.UsedAhead); !inside {
		if got < 2 {
			s.t.Errorf("%g of the skin is used ahead, want 2 or more: a particle is expected in "+
				"the domain that would leave it", got)
		}
		return
	}
	for _, v := range []struct {
		name      string
		got, want uint32
	}{
		{"used", l.fresh.UsedAhead, want.UsedAhead},
		{"approach", l.fresh.ApproachAhead, want.ApproachAhead},
	} {
		got, want := number(v.got), number(v.want)
		if got < want*(1-1e-4)-1e-5 || linear && got > want*(1+1e-4)+1e-4 {
			s.t.Errorf("%s ahead is %g when lists begin, want %g", v.name, got, want)
		}
	}
}

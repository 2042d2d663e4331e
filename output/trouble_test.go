package output

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
)

// troubled is a snapshot of a case of seven particles that has lost two, one of which an earlier
// snapshot has. The third is not a number.
func troubled() (now, seen *sph.Snapshot) {
	c := testCase()
	p := &c.Params
	c.Particles = sph.Particles{}
	for i := range 7 {
		c.Particles.Add([3]float64{float64(i) * p.DeltaP, 0, 0}, sph.Type(i%2), uint8(i%2))
	}
	take := func(time float64, missing ...int) *sph.Snapshot {
		s := &sph.Snapshot{Case: c, Time: time, Step: int(100 * time), Devices: 1}
		for i, x := range c.Particles.Position {
			if slices.Contains(missing, i) {
				continue
			}
			s.ID, s.Position = append(s.ID, uint32(i)),
				append(s.Position, [3]float32{float32(x[0] + time), 0, 0})
			s.Velocity, s.Density, s.Pressure = append(s.Velocity, [3]float32{1, 2, 3}),
				append(s.Density, 1010), append(s.Pressure, 50)
			s.Type, s.Body, s.Device = append(s.Type, c.Particles.Type[i]),
				append(s.Body, c.Particles.Body[i]), append(s.Device, 0)
		}
		return s
	}
	now = take(0.5, 0, 3)
	now.Velocity[1][2], now.Density[1] = float32(math.NaN()), float32(math.Inf(1)) // of id 2
	return now, take(0.25, 0)
}

func TestTrouble(t *testing.T) {
	dir := t.TempDir()
	now, seen := troubled()
	x := NewTrouble("all is wrong", now, seen, 0)
	x.Follows(NewTrouble("something is wrong", seen, nil, 0))
	if err := x.Write(dir); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "trouble.json"))
	if err != nil {
		t.Fatal(err)
	}
	type particle struct {
		ID       uint32      `json:"id"`
		Type     string      `json:"type"`
		Body     string      `json:"body"`
		Seen     float64     `json:"seen_t"`
		Position []float64   `json:"position_m"`
		Velocity []*float64  `json:"velocity_m_s"`
		Density  *float64    `json:"density_kg_m3"`
		Distance float64     `json:"distance_spacings"`
		Near     []*particle `json:"neighbours"`
	}
	var got struct {
		Head
		Step        int         `json:"step"`
		Lost        int         `json:"lost"`
		Causes      []string    `json:"causes"`
		Worst, Left []*particle // their keys are in lower case
		Before      []Earlier
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if err := troubleHead.Check(got.Head); err != nil || got.Step != 50 || got.Lost != 2 ||
		len(got.Causes) == 0 || len(got.Worst) < 2 {
		t.Fatalf("%v in %s", err, text)
	}
	bad := got.Worst[0]
	if bad.ID != 2 || bad.Type != "fluid" || bad.Velocity[2] != nil || *bad.Velocity[1] != 2 ||
		bad.Density != nil {
		t.Errorf("the worst is %+v", bad)
	}
	if len(bad.Near) != 2 || bad.Near[0].ID != 1 || bad.Near[0].Type != "wall" ||
		bad.Near[0].Body != "pillar" || math.Abs(bad.Near[0].Distance-1) > 1e-5 || bad.Near[1].ID != 4 {
		t.Errorf("its neighbours are %+v", bad.Near)
	}
	for i, want := range []struct {
		id   uint32
		seen float64
		x    float64
	}{{0, 0, 0}, {3, 0.25, 0.25 + 3*0.02}} {
		if l := got.Left[i]; len(got.Left) != 2 || l.ID != want.id || l.Seen != want.seen ||
			math.Abs(l.Position[0]-want.x) > 1e-6 {
			t.Errorf("%+v has left, want %+v", l, want)
		}
	}
	if len(got.Before) != 1 || got.Before[0].What != "something is wrong" || got.Before[0].Step != 25 {
		t.Errorf("before there was %+v", got.Before)
	}

	back, err := readVTP(filepath.Join(dir, "trouble.vtp"))
	if err != nil || back.Len() != x.points.Len() || back.Time != 0.5 {
		t.Fatalf("%d points were written: %v", x.points.Len(), err)
	}
	at := slices.Index(back.ID, 2)
	if at != 0 || !math.IsNaN(float64(back.Velocity[at][2])) || back.Velocity[at][0] != 1 ||
		!slices.Equal(back.ID, x.points.ID) {
		t.Errorf("%+v comes back", back)
	}
}

// TestTroubleVTK reads the points with the VTK library.
func TestTroubleVTK(t *testing.T) {
	dir := t.TempDir()
	now, _ := troubled()
	x := NewTrouble("all is wrong", now, nil, 0)
	if err := x.Write(dir); err != nil {
		t.Fatal(err)
	}
	found := readVTK(t, dir, "trouble.vtp")
	marks := newColumn("Worst", "", uint8Kind, []uint8{1, 2, 0, 0, 0}[:x.points.Len()], small, "worst")
	found[0].check(t, dir, x.points.Len(), append(columns(x.points), marks))
}

// A particle that was born later began nowhere, and what is missing of a flow with openings has not
// left the domain.
func TestTroubleOfBorn(t *testing.T) {
	c := testCase()
	openings.Open(c, make([]openings.Opening, 1))
	for i := range 3 {
		c.Particles.Add([3]float64{0.1 * float64(i), 0, 0}, sph.Fluid, 0)
	}
	now := c.Snapshot()
	now = Some(now, []int32{1, 2})
	now.ID[1], now.Density[1] = 4_000_000_000, 2000
	now.Position[1] = now.Position[0]
	now.Position[1][0] += 0.001
	x := NewTrouble("all is wrong", now, c.Snapshot(), 0)
	if x.Worst[0].ID != 4_000_000_000 || x.Lost != 0 || len(x.Left) > 0 {
		t.Errorf("%+v", x)
	}
	all := strings.Join(x.Causes, "\n")
	const near = "particle 4000000000 is only 0.05 spacings from particle 1"
	if strings.Contains(all, "began only") || !strings.Contains(all, near) {
		t.Errorf("causes are\n%s", all)
	}
	x = NewTrouble("all is wrong", now, nil, 7)
	if !slices.ContainsFunc(x.Causes, func(cause string) bool {
		return strings.Contains(cause, "7 particles have left the domain")
	}) || x.Lost != 7 {
		t.Errorf("%d are lost, %q", x.Lost, x.Causes)
	}
	if !c.Moves(4_000_000_000) {
		t.Error("a particle that was born does not move")
	}
}

package output

import (
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"slices"

	"gpusph/sph"
)

// TroubleFiles are what explains a flow that has gone wrong, in the run directory.
var TroubleFiles = [...]string{"trouble.json", "trouble.vtp"}

// Trouble is where a flow has gone wrong, and why it may have.
type Trouble struct {
	Head
	Program string `json:"program"`
	Version string `json:"program_version"`
	Problem string `json:"problem"`
	What    string `json:"what"` // went wrong
	// of the particles below: the first between two list periods after it was noticed
	Step       int            `json:"step"`
	Time       float64        `json:"t"` // [s]
	Causes     []string       `json:"causes"`
	Good       *int           `json:"last_good_step,omitempty"` // of a sample
	Snapshot   *Instant       `json:"last_good_snapshot,omitempty"`
	Checkpoint string         `json:"last_good_checkpoint,omitempty"`
	OutOfRange OutOfRange     `json:"out_of_range"`
	Worst      []Worst        `json:"worst"`
	Lost       int            `json:"lost"` // particles that have left the domain
	Left       []LeftParticle `json:"left,omitempty"`
	Before     []Earlier      `json:"before,omitempty"`

	points *sph.Snapshot // the worst and their neighbours
	marks  []uint8       // 1 for the worst, 2 for the next, 0 for neighbours
}

// OutOfRange are numbers of particles.
type OutOfRange struct {
	NotANumber int `json:"not_a_number"`
	Density    int `json:"density"`    // more than 20 % off
	Fast       int `json:"fast"`       // faster than a tenth of c0
	Supersonic int `json:"supersonic"` // faster than c0
}

// TroubleParticle is the state of a particle.
type TroubleParticle struct {
	ID       uint32              `json:"id"`
	Type     string              `json:"type"` // fluid or wall
	Body     string              `json:"body,omitempty"`
	Position place               `json:"position_m"`
	Velocity [3]finite           `json:"velocity_m_s"`
	Speed    finite              `json:"speed_of_c0"` // as a part of c0
	Density  finite              `json:"density_kg_m3"`
	Off      finite              `json:"density_off"` // ρ/ρ0 - 1
	Pressure finite              `json:"pressure_Pa"`
	Further  map[string][]finite `json:"further,omitempty"` // fields, by name
	Device   int                 `json:"device"`
}

// Worst is one of the particles that are furthest out of range.
type Worst struct {
	Why []string `json:"why"`
	TroubleParticle
	Fluid      int                `json:"fluid_in_reach"`
	Walls      int                `json:"walls_in_reach"`
	Neighbours []TroubleNeighbour `json:"neighbours"` // the nearest first, of these
}

// TroubleNeighbour is a particle near one of the worst.
type TroubleNeighbour struct {
	Distance finite `json:"distance_spacings"`
	TroubleParticle
}

// LeftParticle is one that has left the domain, as it was last seen.
type LeftParticle struct {
	ID       uint32    `json:"id"`
	Type     string    `json:"type"`
	Seen     float64   `json:"seen_t"` // in the last snapshot with it, or at the beginning [s]
	Position place     `json:"position_m"`
	Velocity [3]finite `json:"velocity_m_s"`
}

// Earlier is trouble that was explained before, in the same run.
type Earlier struct {
	What     string  `json:"what"`
	Step     int     `json:"step"`
	Time     float64 `json:"t"`
	ID       uint32  `json:"id"` // of the worst particle
	Position place   `json:"position_m"`
}

// finite is a number of a JSON file, null where it is infinite or none.
type finite float32

func (f finite) MarshalJSON() ([]byte, error) {
	if x := float64(f); math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float32(f))
}

// place is a point on the map, with null for what is infinite or no number.
type place [3]float64

func (p place) MarshalJSON() ([]byte, error) {
	var all [3]*float64
	for a := range p {
		if x := p[a]; !math.IsNaN(x) && !math.IsInf(x, 0) {
			all[a] = &x
		}
	}
	return json.Marshal(all)
}

func finites(v [3]float32) [3]finite { return [3]finite{finite(v[0]), finite(v[1]), finite(v[2])} }

var troubleHead = NewHead("trouble", 1)

// mostLeft is how many particles that have left the domain are told of.
const mostLeft = 50

var typeNames = [...]string{sph.Fluid: "fluid", sph.Wall: "wall"}

// NewTrouble explains what went wrong by the particles as they are. seen is a snapshot of before,
// or nil; escaped is how many particles have left the domain without being removed. What made
// the file, and what was good before, is left to the caller.
func NewTrouble(what string, s, seen *sph.Snapshot, escaped int) *Trouble {
	suspects, doubts := s.Suspects()
	lost := s.Case.Particles.Len() - s.Len()
	if s.Case.HasBirths() { // most of those that are missing have been removed
		lost = escaped
	}
	t := &Trouble{
		Head: troubleHead, Problem: s.Case.Name, What: what, Step: s.Step, Time: s.Time,
		Causes:     s.Causes(suspects, doubts, lost),
		OutOfRange: OutOfRange{doubts.NotANumber, doubts.Stray, doubts.Fast, doubts.Supersonic},
		Worst:      []Worst{}, Lost: lost,
	}
	var at []int32
	for _, f := range suspects {
		at = append(at, int32(f.Index))
		t.marks = append(t.marks, uint8(len(at)))
		t.Worst = append(t.Worst, newWorst(s, &f))
	}
	for _, f := range suspects {
		for _, near := range f.Around {
			if i := int32(near.Index); !slices.Contains(at, i) {
				at, t.marks = append(at, i), append(t.marks, 0)
			}
		}
	}
	t.points = Some(s, at)
	if !s.Case.HasBirths() { // nothing says who was removed
		t.findLeft(s, seen)
	}
	return t
}

func newWorst(s *sph.Snapshot, f *sph.Suspect) Worst {
	w := Worst{Why: f.Why, TroubleParticle: troubleParticle(s, f.Index), Fluid: f.Fluid,
		Walls: f.Walls, Neighbours: []TroubleNeighbour{}}
	for _, near := range f.Around {
		w.Neighbours = append(w.Neighbours,
			TroubleNeighbour{finite(near.Distance / s.Case.Params.DeltaP), troubleParticle(s, near.Index)})
	}
	return w
}

func troubleParticle(s *sph.Snapshot, i int) TroubleParticle {
	p := &s.Case.Params
	t := TroubleParticle{
		ID: s.ID[i], Type: typeNames[s.Type[i]], Position: onMap(p, s.Position[i]),
		Velocity: finites(s.Velocity[i]), Speed: finite(s.Speed(i) / p.C0),
		Density: finite(s.Density[i]), Off: finite(s.RelDensities()(i)),
		Pressure: finite(s.Pressure[i]), Device: int(s.Device[i]),
	}
	if b := int(s.Body[i]); b > 0 {
		t.Body = s.Case.Bodies[b-1].Name
	}
	for _, v := range s.Extra {
		n := len(v.Columns)
		if t.Further == nil {
			t.Further = map[string][]finite{}
		}
		for _, x := range v.Of[n*i:][:n] {
			t.Further[v.Name] = append(t.Further[v.Name], finite(x))
		}
	}
	return t
}

// findLeft finds the first of the particles that are missing.
func (t *Trouble) findLeft(s, seen *sph.Snapshot) {
	all := &s.Case.Particles
	for id, k := 0, 0; id < all.Len() && len(t.Left) < mostLeft; id++ {
		if k < s.Len() && int(s.ID[k]) == id {
			k++
			continue
		}
		x := all.Position[id]
		left := LeftParticle{ID: uint32(id), Type: typeNames[all.Type[id]],
			Position: onMap(&s.Case.Params, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}),
			Velocity: finites(all.Velocity[id])}
		if seen != nil {
			if i, ok := slices.BinarySearch(seen.ID, uint32(id)); ok {
				left.Seen, left.Position, left.Velocity = seen.Time, onMap(&s.Case.Params, seen.Position[i]),
					finites(seen.Velocity[i])
			}
		}
		t.Left = append(t.Left, left)
	}
}

// Follows tells of trouble that was explained before.
func (t *Trouble) Follows(before *Trouble) {
	e := Earlier{What: before.What, Step: before.Step, Time: before.Time}
	if len(before.Worst) > 0 {
		e.ID, e.Position = before.Worst[0].ID, before.Worst[0].Position
	}
	t.Before = append(slices.Clone(before.Before), e)
}

// Write writes both files.
func (t *Trouble) Write(dir string) error {
	values := append(columns(t.points), newColumn("Worst", "", uint8Kind, t.marks, small, "worst"))
	err := WriteFile(filepath.Join(dir, TroubleFiles[1]),
		func(w io.Writer) error { return writeVTP(w, t.points, values) })
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, TroubleFiles[0]),
		func(w io.Writer) error { return WriteJSON(w, t) })
}

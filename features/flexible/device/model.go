// Package device moves flexible parts on devices: see cuda/flexible/step.h.
package device

import (
	"math"

	"gpusph/cuda"
	"gpusph/features/flexible"
	"gpusph/sph"
)

// model is a structure as kernels know it. Places are from an origin.
type model struct {
	parts     []cuda.FlexPart
	points    []cuda.FlexPoint
	at        []float64 // each coordinate an array over points, as each number of inverse
	inverse   []float64 // L0: xx, yy, zz, yz, xz, xy
	near      []int32
	slope     []float32
	hourglass []float32
	rows      []int32 // by id less the first
	first     int     // id
	marks     []int32
	steps     int
	contacts  *flexible.Contacts
	touches   []cuda.FlexTouch
	touchOf   []int32 // by particle
	longest   float64 // sub-step [s]
}

// newModel is that of a structure. free are the places of bodies among free ones, from 1 on.
func newModel(s *flexible.Structure, free []int, origin [3]float64, steps int) *model {
	n := len(s.Points)
	if s.Touch == nil { // no walls and bodies
		s.ContactsWith(nil, s.Space, math.Inf(1))
	}
	m := &model{near: make([]int32, s.Most*n), slope: make([]float32, s.Most*n),
		hourglass: make([]float32, s.Most*n), steps: steps, contacts: s.Touch, longest: s.Longest(),
		at: make([]float64, 3*n), inverse: make([]float64, 6*n)}
	for k := range s.Parts {
		m.addPart(s, k)
	}
	for i := range s.Points {
		p := &s.Points[i]
		row := cuda.FlexPoint{Normal: p.Normal, Part: int32(p.Part), Clamp: p.Clamp, By: -1,
			Count: int32(len(p.Near)), Share: float32(p.Share)}
		if p.Clamp > 0 {
			row.Free = int32(free[p.Clamp-1])
		}
		for a := range 3 {
			m.at[a*n+i] = p.At[a] - origin[a]
		}
		for k, v := range p.Inverse {
			m.inverse[k*n+i] = v
		}
		for k, of := range p.Near {
			m.near[k*n+i], m.slope[k*n+i], m.hourglass[k*n+i] = int32(of.Point), of.Slope, of.Hourglass
			if clamp := s.Points[of.Point].Clamp; clamp >= 0 {
				m.near[k*n+i] = int32(-1 - of.Point)
				if p.Clamp < 0 {
					row.By = clamp
				}
			}
		}
		m.points = append(m.points, row)
	}
	m.number(s)
	m.touch(free, origin)
	for _, i := range s.Marks() {
		m.marks = append(m.marks, int32(i))
	}
	return m
}

func (m *model) addPart(s *flexible.Structure, k int) {
	of := &s.Parts[k]
	lambda, mu := of.Lame()
	row := cuda.FlexPart{Lambda: lambda, Mu: mu, Volume: s.Volume(k), Mass: of.Density * s.Volume(k),
		Damping: s.Damping(k), First: int32(s.First[k]), End: int32(s.First[k+1]),
		Law: cuda.StVenantKirchhoff, Plane: cuda.InSpace, Body: int32(of.Body)}
	if of.Law == flexible.NeoHookean {
		row.Law = cuda.NeoHookean
	}
	switch {
	case s.Plane && of.Plane == flexible.Stress:
		row.Plane = cuda.PlaneStress
	case s.Plane:
		row.Plane = cuda.PlaneStrain
	}
	m.parts = append(m.parts, row)
}

// The kinds of points are those of the kernels.
var _, _, _ [1]struct{} = [1 + cuda.FlexRigid - flexible.Rigid]struct{}{},
	[1 + cuda.FlexFree - flexible.Free]struct{}{}, [1 + cuda.FlexBends - flexible.Bends]struct{}{}

// touch makes the points of contacts.
func (m *model) touch(free []int, origin [3]float64) {
	m.touchOf = make([]int32, len(m.points))
	for i := range m.touchOf {
		m.touchOf[i] = -1
	}
	for i := range m.contacts.Points {
		p := &m.contacts.Points[i]
		row := cuda.FlexTouch{Weight: p.Weight, Row: int32(p.Row), Clamp: p.Clamp, Part: int32(p.Part),
			Kind: int32(p.Kind)}
		for a := range 3 {
			row.At[a] = p.At[a] - origin[a]
		}
		if p.Clamp > 0 {
			row.Free = int32(free[p.Clamp-1])
		}
		if p.Rooted {
			row.Rooted = 1
		}
		if p.Row >= 0 {
			m.touchOf[p.Row] = int32(i)
		}
		m.touches = append(m.touches, row)
	}
}

// reacts is how many points of free bodies parts may touch.
func (m *model) reacts() int { return m.contacts.Listed - m.contacts.Bends }

// leaves is how many leaves the tree of boxes around points has, or its branches have leaves.
func leaves(points int) int { return (points + cuda.FlexLeafSize - 1) / cuda.FlexLeafSize }

// number finds the rows of particles by their ids.
func (m *model) number(s *flexible.Structure) {
	low, high := math.MaxInt, -1
	for i := range s.Points {
		if id := s.Points[i].ID; id >= 0 {
			low, high = min(low, id), max(high, id)
		}
	}
	if high < 0 {
		return
	}
	m.first, m.rows = low, make([]int32, high-low+1)
	for i := range m.rows {
		m.rows[i] = -1
	}
	for i := range s.Points {
		if id := s.Points[i].ID; id >= 0 {
			m.rows[id-low] = int32(i)
		}
	}
}

// The tables, by their places; those from middleTable on are room.
const (
	partsTable = iota
	pointsTable
	placesTable
	inverseTable
	nearTable
	slopeTable
	hourglassTable
	rowsTable
	marksTable
	touchesTable
	touchOfTable
	restsTable
	stiffTable
	middleTable
	roomTable
	boxesTable
	nearbyTable
	countTable
	pressuresTable
)

// bytes are the tables that do not change, in the order of their addresses.
func (m *model) bytes() [][]byte {
	return [][]byte{sph.BytesOf(m.parts), sph.BytesOf(m.points), sph.BytesOf(m.at),
		sph.BytesOf(m.inverse), sph.BytesOf(m.near), sph.BytesOf(m.slope),
		sph.BytesOf(m.hourglass), sph.BytesOf(m.rows), sph.BytesOf(m.marks),
		sph.BytesOf(m.touches), sph.BytesOf(m.touchOf),
		sph.BytesOf(m.contacts.Rests), sph.BytesOf(m.contacts.Stiff)}
}

// empty is the room that kernels have, in the order of its addresses.
func (m *model) empty() [][]byte {
	n, c := len(m.points), m.contacts
	boxes := leaves(len(c.Points)) + leaves(leaves(len(c.Points)))
	return [][]byte{make([]byte, 8*cuda.FlexMiddle*n), make([]byte, 8*cuda.FlexRoom*n),
		make([]byte, 8*6*boxes), make([]byte, 4*cuda.FlexMostNear*c.Listed), make([]byte, 4*c.Listed),
		make([]byte, 8*c.Kinds*c.Bends)}
}

// at gives a table the addresses of what bytes and empty have.
func at[P ~uint64](t *cuda.FlexTable, at []P) {
	of := func(k int) uint64 { return uint64(at[k]) }
	t.Parts, t.Points, t.At, t.Near = of(partsTable), of(pointsTable), of(placesTable), of(nearTable)
	t.Inverse = of(inverseTable)
	t.Slope, t.Hourglass, t.Rows = of(slopeTable), of(hourglassTable), of(rowsTable)
	t.Marks, t.Middle, t.Room = of(marksTable), of(middleTable), of(roomTable)
	c := &t.Contacts
	c.Points, c.Of = of(touchesTable), of(touchOfTable)
	c.Rests, c.Stiff = of(restsTable), of(stiffTable)
	c.Boxes, c.Near, c.Count = of(boxesTable), of(nearbyTable), of(countTable)
	c.Pressures = of(pressuresTable)
}

// table is what kernels know, but for addresses.
func (m *model) table(quantum, scale float64) cuda.FlexTable {
	return cuda.FlexTable{Quantum: quantum, Scale: scale, First: uint32(m.first),
		Ids: uint32(len(m.rows)), Count: int32(len(m.points)),
		PartCount: int32(len(m.parts)), MarkCount: int32(len(m.marks)),
		Steps: int32(m.steps), Longest: m.longest, Words: int32(m.words()),
		Contacts: cuda.FlexContacts{Radius: m.contacts.Radius, Reach: m.contacts.Reach,
			Apart: m.contacts.Apart, Total: int32(len(m.touches)), Bends: int32(m.contacts.Bends),
			Listed: int32(m.contacts.Listed), Kinds: int32(m.contacts.Kinds)}}
}

// words is how many numbers a state has.
func (m *model) words() int { return cuda.FlexWords*len(m.points) + cuda.FlexReaction*m.reacts() }

// begin is the state at time 0: at rest, with the surfaces of then.
func (m *model) begin() []float64 {
	n := len(m.points)
	state := make([]float64, m.words())
	copy(state[cuda.FlexX*n:], m.at)
	for i := range n {
		normal := &m.points[i].Normal
		copy(sph.BytesOf(state[cuda.FlexNormal*n+i:][:1]), sph.BytesOf(normal[:2]))
		copy(sph.BytesOf(state[(cuda.FlexNormal+1)*n+i:][:1]), sph.BytesOf(normal[2:]))
	}
	return state
}

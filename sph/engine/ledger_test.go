package engine

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
)

// A ledger says how many particles there must be.
func TestLedger(t *testing.T) {
	l := sph.Ledger{Began: 100, Born: 7, Left: sph.LeftDomain{3, sph.MaxMaterials + 2: 1}}
	if n := l.Present(); n != 103 {
		t.Errorf("%d are present, not 103", n)
	}
	if err := l.Check(103); err != nil {
		t.Error(err)
	}
	if err := l.Check(102); err == nil || !strings.Contains(err.Error(), "of 100 particles at the beginning and 7 born since, 102 are in the domain and 4 have left it") {
		t.Error(err)
	}
}

// Ids of particles that were born have places behind those of the case, in ascending order, however
// far apart they are.
func TestIndex(t *testing.T) {
	x := sph.NewIDIndex(10, []uint32{4_000_000_000, 12, 1_000_000})
	for place, id := range map[int]uint32{0: 0, 9: 9, 10: 12, 11: 1_000_000, 12: 4_000_000_000} {
		if x.Slot(id) != place || x.ID(place) != id {
			t.Errorf("id %d is at %d, and place %d has id %d", id, x.Slot(id), place, x.ID(place))
		}
	}
	if x.Len() != 13 {
		t.Errorf("%d places, not 13", x.Len())
	}
}

// A snapshot has what the particles themselves say that they are, of those that were born, too, in
// the order of their ids.
func TestSnapshotOfBorn(t *testing.T) {
	s := start(t, column(0.05), Options{System: open(t, 1)})
	c, err := s.CopyState()
	if err != nil {
		t.Fatal(err)
	}
	before := c.Snapshot()
	n := before.Len()
	// Copies of two particles, with ids of their own and other types, as if they had been born.
	p := &c.Parts[0]
	born := func(from int, id, info uint32) {
		for place, f := range p.Of {
			if f != nil {
				bytes := sph.Fields[place].Bytes
				p.Of[place] = append(f, slices.Clone(f[bytes*from:][:bytes])...)
			}
		}
		last := p.Len() - 1
		binary.LittleEndian.PutUint32(p.Of[sph.IDField][neighbor.IDBytes*last:], id)
		binary.LittleEndian.PutUint32(p.Of[sph.PositionField][neighbor.PosBytes*last+12:], info)
		p.Words = binary.LittleEndian.AppendUint32(p.Words, math.Float32bits(0))
	}
	born(3, 3_000_000_000, cuda.Info(false, 0, 0, false))
	born(5, uint32(n)+20, cuda.Info(true, 7, 0, false))
	after := c.Snapshot()
	if after.Len() != n+2 {
		t.Fatalf("the snapshot has %d particles, not %d", after.Len(), n+2)
	}
	if ids := after.ID[n:]; !slices.Equal(ids, []uint32{uint32(n) + 20, 3_000_000_000}) {
		t.Errorf("the last ids are %v", ids)
	}
	if after.Type[n] != sph.Wall || after.Body[n] != 7 || after.Type[n+1] != sph.Fluid || after.Body[n+1] != 0 {
		t.Errorf("the last are of types %v and bodies %v", after.Type[n:], after.Body[n:])
	}
	if i := slices.Index(before.ID, binary.LittleEndian.Uint32(p.Of[sph.IDField][neighbor.IDBytes*3:])); after.Position[n+1] != before.Position[i] {
		t.Errorf("the last is at %v, not at %v", after.Position[n+1], before.Position[i])
	}
	if !slices.Equal(after.Type[:n], before.Type) || !slices.Equal(after.Body[:n], before.Body) {
		t.Error("the others are of other types or bodies than before")
	}
	if before.SHA256 == after.SHA256 {
		t.Error("the hash does not know those that were born")
	}
}

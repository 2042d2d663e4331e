package sph

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"unsafe"
)

// fingerprint is a hash of all of a case that decides what its flow does and what is measured in it. Processes that compute a flow
// together have the same.
func (c *Case) fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %+v %v %q %+v %+v ", c.Name, c.Params, c.End, c.Front, c.Probes, c.Gauges)
	for _, b := range c.Bodies {
		fmt.Fprintf(h, "%q %v ", b.Name, b.Centre)
	}
	p := &c.Particles
	for _, b := range [][]byte{bytesOf(p.Position), bytesOf(p.Velocity), bytesOf(p.Rel), bytesOf(p.Type), bytesOf(p.Body)} {
		hashBytes(h, b)
	}
	fmt.Fprintf(h, "%v ", c.Loads)
	c.hashTables(h, math.Inf(1))
	return hex.EncodeToString(h.Sum(nil))
}

// TablesHash is a hash of the further fields of the particles at the beginning, and of what tables of motions, gravity and angles say
// until a time [s], with the row that is next. Behind that a table may be longer.
func (c *Case) TablesHash(until float64) string {
	h := sha256.New()
	c.hashTables(h, until)
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Case) hashTables(h io.Writer, until float64) {
	for _, name := range slices.Sorted(maps.Keys(c.Particles.Further)) {
		fmt.Fprintf(h, "%q ", name)
		hashBytes(h, bytesOf(c.Particles.Further[name]))
	}
	for i := range c.Bodies {
		m := &c.Bodies[i].Motion
		n := 0
		for n < len(m.Times) && m.Times[n] <= until {
			n++
		}
		n = min(n+1, len(m.Times))
		hashBytes(h, bytesOf(m.Times[:n]))
		hashBytes(h, bytesOf(m.Displacements[:n]))
		hashBytes(h, bytesOf(m.Velocities[:min(n, len(m.Velocities))]))
	}
	rows := func(all int, interval float64) int {
		if last := until / interval; last < float64(all-2) {
			return int(last) + 2
		}
		return all
	}
	if g := &c.Gravity; len(g.Values) > 0 {
		fmt.Fprintf(h, "%v ", g.Interval)
		hashBytes(h, bytesOf(g.Values[:rows(len(g.Values), g.Interval)]))
	}
	if t := &c.Turning; len(t.Angles) > 0 {
		fmt.Fprintf(h, "%v %v %v ", t.Point, t.Axis, t.Interval)
		hashBytes(h, bytesOf(t.Angles[:rows(len(t.Angles), t.Interval)]))
	}
}

// hashBytes adds bytes, and before them how many, so that what ends one and what begins the next is not the same.
func hashBytes(h io.Writer, b []byte) {
	fmt.Fprintf(h, "%d ", len(b))
	h.Write(b)
}

// bytesOf are those that values without pointers lie in.
func bytesOf[T any](all []T) []byte {
	if len(all) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*int(unsafe.Sizeof(all[0])))
}

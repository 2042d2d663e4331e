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

// fingerprint is a hash of all of a case that decides what its flow does and what is measured in
// it. Processes that compute a flow together have the same.
func (c *Case) Fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %+v %v %q %+v %+v ", c.Name, c.Params, c.End, c.Front, c.Probes, c.Gauges)
	for _, b := range c.Bodies {
		fmt.Fprintf(h, "%q %v ", b.Name, b.Centre)
	}
	p := &c.Particles
	for _, b := range [][]byte{BytesOf(p.Position), BytesOf(p.Velocity), BytesOf(p.RelDensity),
		BytesOf(p.Type), BytesOf(p.Body), BytesOf(p.Material)} {
		HashBytes(h, b)
	}
	fmt.Fprintf(h, "%v %v ", c.Loads, c.masses())
	c.hashFeatures(math.Inf(1), func(_ string, write func(h io.Writer)) { write(h) })
	c.hashTables(h, math.Inf(1))
	return hex.EncodeToString(h.Sum(nil))
}

// TableHash is a hash of one of the things that a flow takes from the outside.
type TableHash struct {
	Of     string `json:"of"` // as "the motion of gate"
	SHA256 string `json:"sha256"`
}

// TableHashes are hashes of each further field of the particles at the beginning, of the motion and
// the centre of each body, of gravity and of the frame. Motions, gravity and the frame are hashed
// as the devices have them until a time [s]: pieces of laws, and rows with the angular
// acceleration. So whatever decides them is in the hash, also a row that comes later. Tables may be
// longer.
func (c *Case) TableHashes(until float64) (all []TableHash) {
	add := func(of string, write func(h io.Writer)) {
		h := sha256.New()
		write(h)
		all = append(all, TableHash{of, hex.EncodeToString(h.Sum(nil))})
	}
	for _, name := range slices.Sorted(maps.Keys(c.Particles.Extra)) {
		add("the particles' "+name+" at the beginning",
			func(h io.Writer) { HashBytes(h, BytesOf(c.Particles.Extra[name])) })
	}
	for i := range c.Bodies {
		b := &c.Bodies[i]
		add("the centre of "+b.Name, func(h io.Writer) { fmt.Fprint(h, b.Centre) })
		if b.Motion.Moves() {
			add("the motion of "+b.Name, func(h io.Writer) {
				b.Motion.Print(h, until)
				if b.Corrected != nil {
					fmt.Fprint(h, *b.Corrected)
				}
			})
		}
	}
	c.hashFeatures(until, add)
	c.hashMaterials(add)
	if f := c.BodyForces(); len(f.At) > 1 {
		of := "gravity's table"
		if len(c.RotatingFrame.Angles) > 0 {
			of = "the turning frame"
		}
		add(of, func(h io.Writer) {
			fmt.Fprint(h, c.RotatingFrame.Point, f.Interval)
			for k, at := range f.At {
				if k > 0 && float64(k-1)*f.Interval >= until {
					break
				}
				fmt.Fprint(h, at)
			}
		})
	}
	return all
}

// hashMaterials adds what the materials have.
func (c *Case) hashMaterials(add func(of string, write func(h io.Writer))) {
	if len(c.Materials) > 0 {
		add("the masses of the materials", func(h io.Writer) { fmt.Fprint(h, c.masses()) })
	}
	if SeveralFluids(&c.Params) {
		add("the properties of the materials", func(h io.Writer) {
			for k := range c.Materials {
				fmt.Fprintf(h, "%+v", c.PropertiesOf(k))
			}
		})
	}
}

// TablesHash is what checkpoints have had until version 3: one hash of the further fields of the
// particles at the beginning, and of what tables of motions, gravity and angles say until a time
// [s], with the row that is next.
func (c *Case) TablesHash(until float64) string {
	h := sha256.New()
	c.hashTables(h, until)
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Case) hashTables(h io.Writer, until float64) {
	for _, name := range slices.Sorted(maps.Keys(c.Particles.Extra)) {
		fmt.Fprintf(h, "%q ", name)
		HashBytes(h, BytesOf(c.Particles.Extra[name]))
	}
	for i := range c.Bodies {
		fmt.Fprint(h, "0 0 0 ") // a table's rows
		c.Bodies[i].Motion.Print(h, until)
	}
	rows := func(all int, interval float64) int {
		if last := until / interval; last < float64(all-2) {
			return int(last) + 2
		}
		return all
	}
	if g := &c.Gravity; len(g.Values) > 0 {
		fmt.Fprintf(h, "%v ", g.Interval)
		HashBytes(h, BytesOf(g.Values[:rows(len(g.Values), g.Interval)]))
	}
	if t := &c.RotatingFrame; len(t.Angles) > 0 {
		fmt.Fprintf(h, "%v %v %v ", t.Point, t.Axis, t.Interval)
		HashBytes(h, BytesOf(t.Angles[:rows(len(t.Angles), t.Interval)]))
	}
}

// HashBytes adds bytes, and before them how many, so that what ends one and what begins the next is
// not the same.
func HashBytes(h io.Writer, b []byte) {
	fmt.Fprintf(h, "%d ", len(b))
	h.Write(b)
}

// bytesOf are those that values without pointers lie in.
func BytesOf[T any](all []T) []byte {
	if len(all) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*int(unsafe.Sizeof(all[0])))
}

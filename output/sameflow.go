package output

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"gpusph/sph"
)

// Differences are the parameters in which two flows differ, as "Alpha was 0.1 and is 0.2".
func Differences(was, is *sph.Params) (all []string) {
	differences("", reflect.ValueOf(*was), reflect.ValueOf(*is), &all)
	before, now := was.NumbersBy(), is.NumbersBy()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if before[name] != now[name] {
			all = append(all, fmt.Sprintf("%s was %v and is %v", name, before[name], now[name]))
		}
	}
	return all
}

func differences(path string, a, b reflect.Value, all *[]string) {
	for k := range a.NumField() {
		field := a.Type().Field(k)
		name := path + field.Name
		if x, y := a.Field(k), b.Field(k); field.Anonymous {
			differences(path, x, y, all)
		} else if field.Type == reflect.TypeFor[sph.Features]() ||
			field.Type == reflect.TypeFor[sph.Numbers]() {
			continue // by places, which may change; what they have is in the hashes of tables
		} else if x.Kind() == reflect.Struct {
			differences(name+".", x, y, all)
		} else if !x.Equal(y) {
			*all = append(*all, fmt.Sprintf("%s was %v and is %v", name, x, y))
		}
	}
}

// FlowHash is the hash of the particles that a flow begins with.
func FlowHash(c *sph.Case) string {
	h, p := sha256.New(), &c.Particles
	var piece []byte
	for i, x := range p.Position {
		for a := range 3 {
			piece = binary.LittleEndian.AppendUint64(piece, math.Float64bits(x[a]))
			piece = binary.LittleEndian.AppendUint32(piece, math.Float32bits(p.Velocity[i][a]))
		}
		piece = binary.LittleEndian.AppendUint32(piece, math.Float32bits(p.RelDensity[i]))
		piece = append(piece, byte(p.Type[i]), p.Body[i])
		if len(p.Material) > 0 {
			piece = append(piece, p.Material[i])
		}
		if len(piece) > 1<<16 {
			h.Write(piece)
			piece = piece[:0]
		}
	}
	h.Write(piece)
	return hex.EncodeToString(h.Sum(nil))
}

// TableDifferences are the things that two flows take from the outside and that differ, as "the
// motion of gate is another".
func TableDifferences(was, is []sph.TableHash) (all []string) {
	before := map[string]string{}
	for _, t := range was {
		before[t.Of] = t.SHA256
	}
	for _, t := range is {
		if sum, ok := before[t.Of]; !ok {
			all = append(all, t.Of+" was not there")
		} else if sum != t.SHA256 {
			all = append(all, t.Of+" differs")
		}
		delete(before, t.Of)
	}
	for _, t := range was {
		if _, gone := before[t.Of]; gone {
			all = append(all, t.Of+" is missing")
		}
	}
	return all
}

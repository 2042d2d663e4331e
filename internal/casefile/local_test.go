package casefile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// lengthsOnly are the keys in metres that are no place: they stay as they are when a case is moved.
var lengthsOnly = []string{"spacing", "room", "depth", "focus-distance", "radius", "radii",
	"profile", "displacements", "translate", "distance", "size", "height", "beyond", "length"}

// full sets all that a value may have. Numbers are 1; shapes have no shapes in them, and no scale.
func full(v reflect.Value, deep int) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		full(v.Elem(), deep)
	case reflect.Slice:
		if v.Type().Elem() == reflect.TypeFor[Shape]() && deep > 0 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			full(v.Index(i), deep+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			full(v.Index(i), deep)
		}
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Struct:
		for _, f := range fieldsOf(v) {
			if f.key != "scale" {
				full(f.value, deep)
			}
		}
	}
}

// eachMetre calls visit for the numbers of all keys in metres, with the path of the key and the
// axis of the number.
func eachMetre(v reflect.Value, path, unit string, axis int, visit func(path string, axis int, x float64)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachMetre(v.Elem(), path, unit, axis, visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachMetre(v.Index(i), path, unit, i, visit)
		}
	case reflect.Float64:
		if unit == "m" {
			visit(path, axis, v.Float())
		}
	case reflect.Struct:
		for _, f := range fieldsOf(v) {
			eachMetre(f.value, path+"."+f.key, f.unit, -1, visit)
		}
	}
}

// one is a copy of a shape that has only one of its kinds of shape.
func one(s Shape, key string) Shape {
	v := reflect.ValueOf(&s).Elem()
	for _, f := range fieldsOf(v) {
		if f.group == "shape" && f.key != key {
			f.value.SetZero()
		}
	}
	return s
}

// giveShape gives a table a shape where it has one, and those in lists of it.
func giveShape(table reflect.Value, s Shape) {
	if of := table.FieldByName("Shape"); of.IsValid() {
		of.Set(reflect.ValueOf(s))
	}
	for k := range table.NumField() {
		f := table.Field(k)
		if f.Kind() != reflect.Slice || f.Type().Elem().Kind() != reflect.Struct {
			continue
		}
		for i := range f.Len() {
			giveShape(f.Index(i), s)
		}
	}
}

// Each place of a case moves with it, and no length does. A key that is new must be one of both.
func TestLocalMovesPlaces(t *testing.T) {
	var shape Shape
	full(reflect.ValueOf(&shape).Elem(), 0)
	for _, kind := range fieldsOf(reflect.ValueOf(&shape).Elem()) {
		// those of others are in the test below
		if kind.group != "shape" || kind.value.Kind() == reflect.Slice {
			continue
		}
		c := &Case{}
		full(reflect.ValueOf(c).Elem(), 0)
		c.Domain.Min = [3]float64{-1000, -2000, -3000}
		c.Domain.Max = [3]float64{1, 1, 1}
		s := one(shape, kind.key)
		if s.Translate = nil; s.Prism != nil {
			s.Prism.Along = "y"
		}
		c.Walls, c.Fluids = []Wall{{Name: "wall", Shape: s, Centre: &[3]float64{1, 1, 1}}}, c.Fluids[:1]
		c.Fluids[0].Shape, c.Fluids[0].Fill.Within = Shape{}, &s
		c.Bodies = c.Bodies[:1]
		c.Bodies[0].Shape = s
		for _, rows := range c.Added { // those of features, too
			v := reflect.ValueOf(rows).Elem()
			if v.Kind() != reflect.Slice { // one table
				continue
			}
			v.Set(v.Slice(0, 1))
			giveShape(v.Index(0), s)
		}
		local, origin := c.Local()
		if origin != c.Domain.Min {
			t.Fatalf("the origin is %v", origin)
		}
		type at struct {
			path string
			axis int
			n    int
		}
		was, n := map[at]float64{}, map[string]int{}
		eachMetre(reflect.ValueOf(c), "", "", -1, func(path string, axis int, x float64) {
			was[at{path, axis, n[path]}] = x
			n[path]++
		})
		n = map[string]int{}
		eachMetre(reflect.ValueOf(local), "", "", -1, func(path string, axis int, x float64) {
			key := path[strings.LastIndexByte(path, '.')+1:]
			before := was[at{path, axis, n[path]}]
			n[path]++
			want := before + 1000*float64(axis+1)
			switch {
			case slices.Contains(lengthsOnly, key):
				want = before
			case key == "level" || key == "surface" || key == "base" || key == "nodata" || key == "bed" || axis < 0 && strings.Contains(path, "gauge."):
				want = before + 3000
			case (strings.Contains(path, "damping.") || strings.Contains(path, ".relaxation.")) &&
				axis < 0: // along x
				want = before + 1000
			case strings.HasSuffix(path, ".faces"): // of the axis that the table is of
				want = before + 1000*float64(path[len(path)-len("x.faces")]-'x'+1)
			case strings.Contains(path, "prism."): // along y; the outline has x and z
				want = before + map[string][]float64{"from": {2000}, "to": {2000}, "outline": {1000, 3000}}[key][max(axis, 0)]
			}
			if x != want {
				t.Errorf("%s: %s, number %d: %g, want %g", kind.key, path, axis, x, want)
			}
		})
		w := local.Walls[0]
		for _, offset := range []*[3]float64{offsetOf(w.STL != nil, func() *[3]float64 { return &w.STL.Offset }),
			offsetOf(w.HeightMap != nil, func() *[3]float64 { return &w.HeightMap.Offset }), &local.Fluids[0].Cover.Offset} {
			if offset != nil && *offset != [3]float64{1000, 2000, 3000} {
				t.Errorf("%s: a file's coordinates are moved by %v", kind.key, *offset)
			}
		}
	}
}

func offsetOf(there bool, of func() *[3]float64) *[3]float64 {
	if !there {
		return nil
	}
	return of()
}

// A case that is moved, by the coordinates of its shapes or by their translate, has the same local
// case.
func TestLocalIsTheSameElsewhere(t *testing.T) {
	const text = `name = "A"
spacing = 0.05
end = 1
%s
domain = { min = [%s], max = [%s] }
[[fluid]]
name = "water"
fill = { seed = [%s], level = %s }
[[wall]]
name = "post"
difference = [
	{ cone = { from = [%s], to = [%s], radii = [0.1, 0] }, rotate = { axis = [0, 0, 1], angle = 30, about = [%[6]s] } },
	{ sphere = { centre = [0, 0, 0], radius = 0.05 }, translate = [%[6]s] },
]
`
	parse := func(dimension, min, max, seed, level, at, top string) *Case {
		c, err := Parse(fmt.Appendf(nil, text, dimension, min, max, seed, level, at, top), "a.toml")
		if err != nil {
			t.Fatal(err)
		}
		local, _ := c.Local()
		local.text, local.where = nil, nil
		return local
	}
	at := parse("", "0, 0, 0", "1.6, 0.6, 0.7", "0.1, 0.1, 0.1", "0.4", "0.9, 0.3, 0", "0.9, 0.3, 0.7")
	far := parse("", "512345.6, 4212345.4, 123.4", "512347.2, 4212346.0, 124.1", "512345.7, 4212345.5, 123.5", "123.8",
		"512346.5, 4212345.7, 123.4", "512346.5, 4212345.7, 124.1")
	if !reflect.DeepEqual(at, far) {
		t.Errorf("at the origin: %+v\nfar away: %+v", at, far)
	}
	plane := parse("dimension = 2", "10.1, 7, 5.3", "11.1, 8, 6.3", "10.2, 0, 5.4", "5.7", "10.5, 0, 5.3", "10.5, 0, 6")
	if d := plane.Domain; d.Min != [3]float64{0, 7, 0} || d.Max != [3]float64{1, 8, 1} {
		t.Errorf("in two dimensions the domain is from %v to %v", d.Min, d.Max)
	}
}

package casefile

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/text"
)

// units are in words what values are numbers of.
var units = map[string]string{
	"m": "metres", "s": "seconds", "m/s": "metres per second", "m/s²": "metres per second squared", "kg/m³": "kilograms per cubic metre", "°": "degrees",
	"m³/s": "cubic metres per second", "Pa": "pascals",
}

// scales are factors that turn a unit that somebody may have written into ours.
var scales = map[string]map[string]float64{
	"m":   {"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "in": 0.0254, "ft": 0.3048},
	"s":   {"s": 1, "ms": 0.001, "min": 60, "h": 3600},
	"m/s": {"m/s": 1, "cm/s": 0.01, "km/h": 1 / 3.6}, "m³/s": {"m³/s": 1, "m²/s": 1, "l/s": 0.001},
	"Pa": {"Pa": 1, "kPa": 1e3, "mbar": 100, "bar": 1e5},
	"°":  {"°": 1, "deg": 1, "rad": 180 / math.Pi},
}

// value reads one.
func (d decoder) value(to reflect.Value, from any, path, unit string) error {
	if special, err := d.special(to, from, path, unit); special {
		return err
	}
	switch to.Kind() {
	case reflect.Pointer:
		v := reflect.New(to.Type().Elem())
		to.Set(v)
		return d.value(v.Elem(), from, path, unit)
	case reflect.Struct:
		return d.structure(to, from, path)
	case reflect.String:
		s, ok := from.(string)
		if !ok {
			return d.wrong(path, from, `a text in quotes`)
		}
		to.SetString(s)
	case reflect.Bool:
		b, ok := from.(bool)
		if !ok {
			return d.wrong(path, from, "true or false")
		}
		to.SetBool(b)
	case reflect.Int:
		n, ok := from.(int64)
		if !ok || n != int64(int32(n)) {
			return d.wrong(path, from, "a whole number")
		}
		to.SetInt(n)
	case reflect.Float64:
		x, err := number(from, unit)
		if err != "" {
			return d.wrong(path, from, err)
		}
		to.SetFloat(x)
	case reflect.Array, reflect.Slice:
		return d.items(to, from, path, unit)
	case reflect.Map:
		return d.entries(to, from, path, unit)
	default:
		panic("casefile: a type that no key has: " + to.Type().String())
	}
	return nil
}

// wrong is an error about a value that is of another kind than it should be.
func (d decoder) wrong(path string, from any, should string) error {
	return d.Errorf(path, "%s is %s, but must be %s", d.Label(path), describe(from), should)
}

// structure reads a struct, which is a table.
func (d decoder) structure(to reflect.Value, from any, path string) error {
	table, ok := from.(map[string]any)
	if ok {
		return d.table(to, table, path)
	}
	if list, is := from.([]any); is && len(list) > 0 && !strings.Contains(path, ".") {
		if _, is := list[0].(map[string]any); is {
			return d.Errorf(path, "[[%s]] must be [%s], since there is one only", path, path)
		}
	}
	return d.wrong(path, from, "a table: "+exampleOf(to.Type()))
}

// items reads an array, which has as many values as its type, or a slice of any length.
func (d decoder) items(to reflect.Value, from any, path, unit string) error {
	list, ok := from.([]any)
	if to.Kind() == reflect.Array {
		if _, wrong := number(from, unit); d.plane && onMap(path) && wrong == "" { // x alone
			list, ok = []any{from}, true
		}
		if d.plane && ok {
			list = inSpace(list, to.Type(), path)
		}
		if !ok || len(list) != to.Len() {
			return d.wrong(path, from, d.numbers(to.Type(), path)+inUnit(unit))
		}
	} else {
		if !ok {
			return d.noList(to.Type(), from, path, unit)
		}
		to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
	}
	for i, item := range list {
		if err := d.value(to.Index(i), item, join(path, strconv.Itoa(i)), unit); err != nil {
			return err
		}
	}
	return nil
}

// noList is the error about a value that should be a list for a slice of type t.
func (d decoder) noList(t reflect.Type, from any, path, unit string) error {
	if _, table := from.(map[string]any); table && isTable(t) {
		return d.Errorf(path, "[%s] must be [[%s]], since there may be several", path, path)
	}
	if table := path[strings.LastIndexByte(path, '.')+1:]; slices.Contains(bodyLines, table) {
		return d.Errorf(path, "%s must be [[body.%s]], since there may be several", d.Label(path), table)
	}
	if t.Elem().Kind() == reflect.Struct {
		return d.wrong(path, from, "a list of shapes: [{ box = … }, { sphere = … }]")
	}
	if word, is := from.(string); is {
		return d.wrong(path, from, fmt.Sprintf("a list in brackets: [%q]", word))
	}
	return d.wrong(path, from, "a list in brackets"+inUnit(unit)+": ["+describe(from)+"]")
}

// entries reads a map, which is a table of keys that the format does not know.
func (d decoder) entries(to reflect.Value, from any, path, unit string) error {
	table, ok := from.(map[string]any)
	if !ok {
		return d.wrong(path, from, "a table")
	}
	to.Set(reflect.MakeMap(to.Type()))
	for _, key := range slices.Sorted(maps.Keys(table)) {
		v := reflect.New(to.Type().Elem()).Elem()
		if err := d.value(v, table[key], join(path, key), unit); err != nil {
			return err
		}
		to.SetMapIndex(reflect.ValueOf(key), v)
	}
	return nil
}

// farthest is beyond what any flow has, in any unit but those of forces and pressures.
const farthest = 1e9

// limit is what a number may be: cables of ships need 1e10 N to stretch, steel has 2e11 Pa.
func limit(unit string) float64 {
	if unit == "N" || unit == "Pa" {
		return 1e3 * farthest
	}
	return farthest
}

// number is one, or what it must be.
func number(from any, unit string) (x float64, should string) {
	should = "a number"
	if words := units[unit]; words != "" {
		should += " of " + words
	}
	switch v := from.(type) {
	case int64:
		return number(float64(v), unit)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, should + " that is finite"
		}
		if most := limit(unit); math.Abs(v) > most {
			return 0, fmt.Sprintf("%s, from %s to %s", should, text.Number(-most), text.Number(most))
		}
		return v, ""
	case string:
		digits := strings.TrimRight(v, "abcdefghijklmnopqrstuvwxyzP°/²³ ")
		if x, err := strconv.ParseFloat(digits, 64); err == nil {
			if scale, ok := scales[unit][strings.TrimSpace(v[len(digits):])]; ok {
				return 0, should + ", without a unit: " + text.Short(x*scale)
			}
			return 0, should + ", without quotes"
		}
	}
	return 0, should
}

// inUnit is the end of what a list must be.
func inUnit(unit string) string {
	if words := units[unit]; words != "" {
		return ", of " + words
	}
	return ""
}

// of is the end of a sentence about something at a path.
func of(label string) string {
	if label == "" {
		return ""
	}
	return " of " + label
}

// describe is a value in an error.
func describe(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		if len(v) > 4 {
			return fmt.Sprintf("a list of %d", len(v))
		}
		words := make([]string, len(v))
		for i := range v {
			words[i] = describe(v[i])
		}
		return "[" + strings.Join(words, ", ") + "]"
	case map[string]any:
		return "a table"
	case toml.LocalDate, toml.LocalTime, toml.LocalDateTime, time.Time:
		return fmt.Sprintf("the date or time %v", v)
	case float64:
		return text.Exact(v)
	}
	return fmt.Sprint(v)
}

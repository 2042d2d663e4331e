package casefile

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// SchemaOption is an option of [physics] or [run] for the schema.
type SchemaOption struct {
	Name, Help  string
	Kind        string   // "number", "integer", "boolean" or "string"; "time" is a string as 90s, or 0
	Least, Most float64  // range of a number, if they differ
	Zero        bool     // 0 is allowed beside the range
	Words       []string // that are allowed
}

// Schema is the JSON schema of case files, for editors. What is right by it may still be wrong: it
// knows of each key alone.
func Schema(physics, run []SchemaOption) ([]byte, error) {
	s := schema{defs: map[string]bool{}, options: map[string][]SchemaOption{"Physics": physics, "Run": run}}
	all := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Case file of gpusph"},
		{"description", "A flow. Lengths are in metres, times in seconds, angles in degrees."},
	}, s.table(reflect.TypeFor[Case](), "name", "spacing", "end", "domain")...)
	all = append(all, member{"$defs", s.list})
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(all)
	return b.Bytes(), err
}

// object is one of JSON, with its members in order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, v := range []any{m.name, m.value} {
			var one bytes.Buffer
			encoder := json.NewEncoder(&one)
			encoder.SetEscapeHTML(false)
			if err := encoder.Encode(v); err != nil {
				return nil, err
			}
			b.Write(bytes.TrimSpace(one.Bytes()))
			if k == 0 {
				b.WriteByte(':')
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// schema gathers the definitions of tables.
type schema struct {
	list    object
	defs    map[string]bool
	options map[string][]SchemaOption // by the type that has them
}

// table is what a struct may have. needed are keys that it must have, beside those whose tags say
// so.
func (s *schema) table(t reflect.Type, needed ...string) object {
	var properties object
	one, groups := map[string][]object{}, []string(nil) // of each group, and these in order
	for _, f := range fieldsOf(reflect.New(t).Elem()) {
		if f.key == "*" {
			for _, o := range s.options[t.Name()] {
				properties = append(properties, member{o.Name, o.schema()})
			}
			continue
		}
		is := s.value(f.value.Type(), f.tag)
		if words := f.comment(); words != "" {
			is = append(object{{"description", words}}, is...)
		}
		properties = append(properties, member{f.key, is})
		if f.need && f.tag.Get("plane") == "" {
			needed = append(needed, f.key)
		}
		if f.group != "" {
			if one[f.group] == nil {
				groups = append(groups, f.group)
			}
			one[f.group] = append(one[f.group], object{{"required", []string{f.key}}})
		}
	}
	all := object{{"type", "object"}, {"additionalProperties", false}, {"properties", properties}}
	if len(needed) > 0 {
		all = append(all, member{"required", needed})
	}
	var each []object
	for _, group := range groups {
		each = append(each, object{{"oneOf", one[group]}})
	}
	if len(each) > 1 {
		return append(all, member{"allOf", each})
	} else if len(each) == 1 {
		all = append(all, each[0]...)
	}
	return all
}

// nameOf is what a table is called: those of features by their keys.
func nameOf(t reflect.Type) string {
	for _, s := range sections {
		if reflect.TypeOf(s.Rows).Elem() != t {
			continue
		}
		name := ""
		for _, word := range strings.Split(s.Key, "-") {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
		return name
	}
	return t.Name()
}

// value is what a key's value may be.
func (s *schema) value(t reflect.Type, tag reflect.StructTag) object {
	if _, special := isSpecial(t); special {
		return specialSchema(t)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.value(t.Elem(), tag)
	case reflect.Struct:
		name := nameOf(t)
		if !s.defs[name] {
			s.defs[name] = true
			s.list = append(s.list, member{name, nil})
			at := len(s.list) - 1
			s.list[at].value = s.table(t)
		}
		return object{{"$ref", "#/$defs/" + name}}
	case reflect.Array:
		least := t.Len()
		if t == inThree || tag.Get("short") != "" { // in two dimensions
			least--
		}
		list := object{
			{"type", "array"}, {"items", s.value(t.Elem(), tag)}, {"minItems", least}, {"maxItems", t.Len()},
		}
		if tag.Get("short") != "" {
			return object{{"anyOf", []object{s.value(t.Elem(), tag), list}}}
		}
		return list
	case reflect.Slice:
		all := object{{"type", "array"}, {"items", s.value(t.Elem(), tag)}}
		least, _ := strconv.Atoi(tag.Get("items"))
		if isTable(t) {
			least = 1
		}
		if least > 0 {
			all = append(all, member{"minItems", least})
		}
		return all
	case reflect.Map:
		return object{{"type", "object"}, {"propertyNames", object{{"enum", strings.Fields(tag.Get("words"))}}}, {"additionalProperties", s.value(t.Elem(), "")}}
	case reflect.String:
		if words := strings.Fields(tag.Get("words")); len(words) > 0 {
			return object{{"type", "string"}, {"enum", words}}
		}
		return object{{"type", "string"}}
	case reflect.Bool:
		return object{{"type", "boolean"}}
	case reflect.Int:
		if words := strings.Fields(tag.Get("words")); len(words) > 0 {
			var numbers []int
			for _, word := range words {
				n, _ := strconv.Atoi(word)
				numbers = append(numbers, n)
			}
			return object{{"enum", numbers}}
		}
		return append(object{{"type", "integer"}}, limits(tag)...)
	}
	return append(object{{"type", "number"}}, limits(tag)...)
}

// limits are those of numbers.
func limits(tag reflect.StructTag) (all object) {
	if x, err := strconv.ParseFloat(tag.Get("above"), 64); err == nil {
		all = append(all, member{"exclusiveMinimum", x})
	}
	if x, err := strconv.ParseFloat(tag.Get("least"), 64); err == nil {
		all = append(all, member{"minimum", x})
	}
	return all
}

// schema is what the option's value may be.
func (o *SchemaOption) schema() object {
	all := object{{"description", o.Help}}
	switch o.Kind {
	case "time":
		return append(all, member{"type", []string{"string", "number"}})
	case "number", "integer":
		all = append(all, member{"type", o.Kind})
		if o.Least == o.Most {
			return all
		}
		ranged := object{{"minimum", o.Least}}
		if o.Most < math.MaxInt32 {
			ranged = append(ranged, member{"maximum", o.Most})
		}
		if o.Zero && o.Least > 0 {
			return append(all, member{"anyOf", []object{{{"const", 0}}, ranged}})
		}
		return append(all, ranged...)
	}
	all = append(all, member{"type", o.Kind})
	if len(o.Words) > 0 {
		all = append(all, member{"enum", o.Words})
	}
	return all
}

package measure

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

// physicsOf is what decides the work of a step of a flow, by name: the options of the physics, the
// other parameters, and hashes of what the flow takes from the outside until a time [s].
func physicsOf(c *sph.Case, until float64) map[string]string {
	all, p := map[string]string{}, c.Params
	options := map[uintptr]bool{} // by address
	for i := range sph.Options {
		o := &sph.Options[i]
		to := o.Value(&p)
		options[reflect.ValueOf(to).Pointer()] = true
		value := reflect.ValueOf(to).Elem()
		all[o.Name] = fmt.Sprint(value)
		if value.CanInt() && value.Int() >= 0 && value.Int() < int64(len(o.Words)) {
			all[o.Name] = o.Words[value.Int()]
		}
	}
	all["scheme"] = c.Params.Scheme().String() // that of the flow where none is asked for
	flatten("", reflect.ValueOf(&p).Elem(), options, all)
	for _, t := range c.TableHashes(until) {
		all[t.Of] = t.SHA256
	}
	return all
}

// flatten puts the members of a struct into a map, but for those that addresses leave out.
func flatten(path string, v reflect.Value, without map[uintptr]bool, all map[string]string) {
	for k := range v.NumField() {
		field, x := v.Type().Field(k), v.Field(k)
		switch name := path + field.Name; {
		case field.Anonymous:
			flatten(path, x, without, all)
		case x.Kind() == reflect.Struct:
			flatten(name+".", x, without, all)
		case field.IsExported() && !without[x.Addr().Pointer()]:
			all[name] = fmt.Sprint(x)
		}
	}
}

// tuning are the parameters that only say how a flow is computed.
var tuning = []string{"Skin", "RebuildEvery", "SplitAxis"}

// physicsDiffer are the differences of the physics from an earlier measurement, and those of the
// tuning. What only one of both has is of another version of the program.
func (m *Measurement) physicsDiffer(earlier *Measurement) (physics, tuned []string) {
	for _, name := range slices.Sorted(maps.Keys(m.Physics)) {
		now := m.Physics[name]
		then, ok := earlier.Physics[name]
		if !ok || now == then {
			continue
		}
		line := fmt.Sprintf("%s is %s there and %s here", name, then, now)
		if len(now) == 64 { // a hash
			line = name + " differs"
		}
		if slices.Contains(tuning, name) {
			tuned = append(tuned, line)
		} else {
			physics = append(physics, line)
		}
	}
	return physics, tuned
}

// remark is a sentence on what differs in the tuning, or on physics that are not known; "" is none.
func (m *Measurement) remark(earlier *Measurement) string {
	if earlier.Physics == nil {
		return "The earlier file does not have the physics, so they may differ."
	}
	if _, tuned := m.physicsDiffer(earlier); tuned != nil {
		return "Of the tuning, " + text.And(tuned) + "."
	}
	return ""
}

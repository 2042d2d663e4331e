package convert

// Materials of bodies: friction and restitution where they touch walls and each other.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// rigidOf reports whether bodies rub and bounce in a definition: with the contacts of DEM, and with
// those of Chrono where they are switched on. Otherwise only the fluid acts on them.
func rigidOf(execution *element) bool {
	for _, p := range execution.child("parameters").all("parameter") {
		if p.value("key") != "RigidAlgorithm" {
			continue
		}
		algorithm, _ := strconv.ParseFloat(p.value("value"), 64)
		collision := execution.child("special").child("chrono").child("collision")
		return algorithm == 2 || algorithm == 3 && yes(collision.value("activate"))
	}
	return false
}

// propertiesOf are the materials of a definition, and of the files that it names.
func (r *reader) propertiesOf(e *element) (all []*element) {
	for _, file := range e.all("propertyfile") {
		more, err := r.propertyFile(file)
		if err != nil && r.rigid {
			r.skip(file, "%v; friction and restitution of its materials are missing", err)
		}
		all = append(all, more...)
	}
	r.links = e.all("links")
	return append(all, e.all("property")...)
}

// propertyFile are the materials of another file, below the elements that path names.
func (r *reader) propertyFile(e *element) ([]*element, error) {
	file := strings.ReplaceAll(e.value("file"), `\`, "/")
	if r.Read == nil {
		return nil, fmt.Errorf("%s cannot be read", file)
	}
	data, err := r.Read(file)
	if err != nil {
		return nil, err
	}
	at, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s, %w", file, err)
	}
	names := strings.Split(strings.Trim(e.value("path"), ". "), ".")
	if names[0] == at.name {
		names = names[1:]
	}
	for _, name := range names {
		if name != "" {
			at = at.child(name)
		}
	}
	if at == nil {
		return nil, fmt.Errorf("%s has no %s", file, e.value("path"))
	}
	return at.all("property"), nil
}

// contact is what a material says of contacts.
type contact struct {
	friction, restitution float64
	found                 bool   // one of the two
	missing               string // a material that is not there
}

// contactOf is that of materials as "steel + userdef", of which the last that has a number counts.
// A number of the user, as Kfric_User, counts before that of the library.
func (r *reader) contactOf(materials string) (c contact, err error) {
	for name := range strings.SplitSeq(materials, "+") {
		name = strings.TrimSpace(name)
		k := slices.IndexFunc(r.materials, func(p *element) bool { return p.value("name") == name })
		if k < 0 {
			if name != "" && c.missing == "" {
				c.missing = name
			}
			continue
		}
		for _, key := range []string{"Kfric", "Kfric_User", "Restitution_Coefficient",
			"Restitution_Coefficient_User"} {
			x, is, err := r.given(r.materials[k], key)
			switch {
			case err != nil:
				return c, err
			case !is:
				continue
			case strings.HasPrefix(key, "Kfric"):
				c.friction = max(x, 0)
			default:
				c.restitution = min(max(x, 0), 1)
			}
			c.found = true
		}
	}
	return c, nil
}

// materialsOf are the materials of the walls of an mk, as "steel + userdef"; "" is none.
func (r *reader) materialsOf(mk int) (all string) {
	for _, links := range r.links {
		for _, link := range links.all("link") {
			if marks, err := numbers(link.value("mkbound")); err == nil && slices.Contains(marks, mk) {
				all = link.value("property")
			}
		}
	}
	return all
}

// material takes friction and restitution of the materials that a body has, where they act.
func (r *reader) material(e *element, mk int, b *casefile.Body) {
	names := e.value("property")
	if c := e.child("material"); c != nil {
		names = c.value("name")
	}
	if linked := r.materialsOf(mk); linked != "" {
		names = linked
	}
	if names == "" || !r.rigid {
		return
	}
	c, err := r.contactOf(names)
	switch {
	case err != nil:
		r.skip(e, "friction and restitution of the body %q: %v", b.Name, err)
		return
	case c.missing != "" && !c.found:
		r.skip(e, "the material %q of the body %q is not there, so its friction and restitution are 0",
			c.missing, b.Name)
		return
	case !c.found:
		return
	}
	b.Friction, b.Restitution = c.friction, c.restitution
	r.near(e, "contacts of its bodies have friction %s and restitution %s, those of their own "+
		"material, and no stiffness", text.Number(c.friction), text.Number(c.restitution))
}

package raster

import (
	"fmt"
	"strconv"
	"strings"
)

// variables of a definition. Names are kept in lower case: GenCase tells no case apart.
type variables map[string]float64

// assign takes the attributes of newvar, newvarcte and setvar.
func (v variables) assign(n *node) error {
	for _, a := range n.attrs {
		switch a.name {
		case "_rem", "_print", "comment", "if":
			continue
		}
		value, err := v.eval(strings.TrimPrefix(a.value, "#"))
		if err != nil {
			return lineError(n, "%s: %v", a.name, err)
		}
		v[strings.ToLower(a.name)] = value
	}
	return nil
}

// number reads a text: a number, or an expression after "#".
func (v variables) number(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if expression, is := strings.CutPrefix(text, "#"); is {
		return v.eval(expression)
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, nil
	}
	switch text {
	case "true":
		return 1, nil
	case "false":
		return 0, nil
	}
	return 0, fmt.Errorf("%q is not a number", text)
}

// attribute is the number of an attribute, or usual where it is missing.
func (v variables) attribute(n *node, name string, usual float64) (float64, error) {
	text, is := n.get(name)
	if !is {
		return usual, nil
	}
	x, err := v.number(text)
	if err != nil {
		return 0, lineError(n, "%s: %v", name, err)
	}
	return x, nil
}

// vector reads the attributes x, y and z.
func (v variables) vector(n *node) (p [3]float64, err error) {
	for a, name := range []string{"x", "y", "z"} {
		if p[a], err = v.attribute(n, name, 0); err != nil {
			return p, err
		}
	}
	return p, nil
}

// holds reports whether a command's attribute "if" lets it run.
func (v variables) holds(n *node) (bool, error) {
	text, is := n.get("if")
	if !is {
		return true, nil
	}
	x, err := v.eval(strings.TrimPrefix(strings.TrimSpace(text), "#"))
	if err != nil {
		return false, lineError(n, "if: %v", err)
	}
	return x != 0, nil
}

// switchedOff reports whether an element says active="false".
func (v variables) switchedOff(n *node) (bool, error) {
	text, is := n.get("active")
	if !is {
		return false, nil
	}
	x, err := v.number(text)
	if err != nil {
		return false, lineError(n, "active: %v", err)
	}
	return x == 0, nil
}

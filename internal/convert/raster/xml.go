package raster

import (
	"bytes"
	"fmt"
	"strings"
)

// A node is an element of the definition. GenCase's own reader is lenient ("<" in attributes,
// attributes without a space between them, "--" in comments), so encoding/xml cannot read a
// quarter of the public definitions.
type node struct {
	name     string
	attrs    []attr
	children []*node
	text     string
	line     int
}

type attr struct{ name, value string }

// get is the text of an attribute, and if it is there.
func (n *node) get(name string) (string, bool) {
	for _, a := range n.attrs {
		if a.name == name {
			return a.value, true
		}
	}
	return "", false
}

// child is the first child with the name, or nil.
func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// path follows names of children from n; nil where one is missing.
func (n *node) path(names ...string) *node {
	for _, name := range names {
		n = n.child(name)
	}
	return n
}

// all are the elements with the name at any depth below n.
func (n *node) all(name string) []*node {
	if n == nil {
		return nil
	}
	var found []*node
	for _, c := range n.children {
		if c.name == name {
			found = append(found, c)
		}
		found = append(found, c.all(name)...)
	}
	return found
}

// A reader walks through the text of the definition.
type reader struct {
	text []byte
	at   int
	line int
}

// maxNesting is how deep elements may be inside each other.
const maxNesting = 200

// parse reads the elements of a definition. The result has no name; its children are the
// elements at the top.
func parse(text []byte) (*node, error) {
	r := &reader{text: text, line: 1}
	root := &node{}
	open := []*node{root}
	for {
		top := open[len(open)-1]
		next := bytes.IndexByte(text[r.at:], '<')
		if next < 0 {
			break
		}
		top.text += string(text[r.at : r.at+next])
		r.skip(next)
		switch rest := text[r.at:]; {
		case bytes.HasPrefix(rest, []byte("<!--")):
			r.past("-->", 4)
		case bytes.HasPrefix(rest, []byte("<?")), bytes.HasPrefix(rest, []byte("<!")):
			r.past(">", 2)
		case bytes.HasPrefix(rest, []byte("</")):
			start := r.at + 2
			line := r.line
			r.past(">", 2)
			name := strings.TrimSpace(strings.TrimSuffix(string(text[start:r.at]), ">"))
			if len(open) == 1 || name != top.name {
				return nil, fmt.Errorf("line %d: </%s> closes no element", line, name)
			}
			open = open[:len(open)-1]
		default:
			n, closed, err := r.element()
			if err != nil {
				return nil, err
			}
			top.children = append(top.children, n)
			if !closed {
				if len(open) > maxNesting {
					return nil, fmt.Errorf("line %d: elements are more than %d deep", n.line,
						maxNesting)
				}
				open = append(open, n)
			}
		}
	}
	if len(open) > 1 {
		n := open[len(open)-1]
		return nil, fmt.Errorf("line %d: <%s> is not closed", n.line, n.name)
	}
	return root, nil
}

// skip goes over n bytes.
func (r *reader) skip(n int) {
	n = min(n, len(r.text)-r.at)
	r.line += bytes.Count(r.text[r.at:r.at+n], []byte("\n"))
	r.at += n
}

// past goes behind the next mark, which is looked for from offset on.
func (r *reader) past(mark string, offset int) {
	offset = min(offset, len(r.text)-r.at)
	i := bytes.Index(r.text[r.at+offset:], []byte(mark))
	if i < 0 {
		r.skip(len(r.text) - r.at)
		return
	}
	r.skip(offset + i + len(mark))
}

// element reads a start tag, and reports whether it closes itself.
func (r *reader) element() (n *node, closed bool, err error) {
	n = &node{line: r.line}
	r.skip(1)
	n.name = r.word()
	if n.name == "" {
		return nil, false, fmt.Errorf("line %d: an element has no name", r.line)
	}
	for {
		r.space()
		rest := r.text[r.at:]
		switch {
		case len(rest) == 0:
			return nil, false, fmt.Errorf("line %d: <%s> has no end", n.line, n.name)
		case rest[0] == '>':
			r.skip(1)
			return n, false, nil
		case bytes.HasPrefix(rest, []byte("/>")):
			r.skip(2)
			return n, true, nil
		}
		a, err := r.attribute(n.name)
		if err != nil {
			return nil, false, err
		}
		n.attrs = append(n.attrs, a)
	}
}

// attribute reads name="value" of an element.
func (r *reader) attribute(of string) (attr, error) {
	line := r.line
	a := attr{name: r.word()}
	r.space()
	rest := r.text[r.at:]
	if a.name == "" {
		return a, fmt.Errorf("line %d: <%s> has an attribute without a name", line, of)
	}
	if len(rest) == 0 || rest[0] != '=' {
		return a, nil
	}
	r.skip(1)
	r.space()
	rest = r.text[r.at:]
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return a, fmt.Errorf("line %d: the value of %s of <%s> has no quotes", line, a.name, of)
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 {
		return a, fmt.Errorf("line %d: the value of %s of <%s> has no end", line, a.name, of)
	}
	a.value = unescape.Replace(string(rest[1 : 1+end]))
	r.skip(end + 2)
	return a, nil
}

var unescape = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'",
	"&amp;", "&")

func (r *reader) space() {
	n := 0
	for r.at+n < len(r.text) && bytes.IndexByte([]byte(" \t\r\n"), r.text[r.at+n]) >= 0 {
		n++
	}
	r.skip(n)
}

// word reads a name.
func (r *reader) word() string {
	start := r.at
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n=/><\"'"), r.text[r.at]) < 0 {
		r.at++
	}
	return string(r.text[start:r.at])
}

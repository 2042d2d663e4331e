package convert

// The elements of an XML file, with their lines.

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// element is an XML element.
type element struct {
	name     string
	values   []xml.Attr
	children []*element
	text     string
	line     int
}

// parse returns the root of an XML file. Elements that are switched off there are left out: those
// with a name that begins with _, or with active="false".
func parse(data []byte) (*element, error) {
	decoder := xml.NewDecoder(bytes.NewReader(strict(data)))
	decoder.CharsetReader = charset
	var root *element
	var open []*element
	for {
		line, _ := decoder.InputPos()
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, broken(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, values: t.Attr, line: line}
			if len(open) == 0 {
				root = e
			} else if above := open[len(open)-1]; !e.off() {
				above.children = append(above.children, e)
			}
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(t)
			}
		}
	}
	if root == nil {
		return nil, errors.New("there is no XML element in the file")
	}
	return root, nil
}

// broken is an error of the decoder as a sentence.
func broken(err error) error {
	if syntax := new(xml.SyntaxError); errors.As(err, &syntax) {
		return fmt.Errorf("line %d: this is no XML: %s", syntax.Line, syntax.Msg)
	}
	return fmt.Errorf("this is no XML: %w", err)
}

// charset reads the encodings that files of Windows have.
func charset(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
	default:
		return nil, fmt.Errorf("its encoding is %s; save it as UTF-8", label)
	}
	bytes, err := io.ReadAll(input)
	if err != nil {
		return nil, err
	}
	runes := make([]rune, len(bytes))
	for i, b := range bytes {
		runes[i] = rune(b)
	}
	return strings.NewReader(string(runes)), nil
}

// off reports whether the element is switched off.
func (e *element) off() bool {
	return strings.HasPrefix(e.name, "_") || no(e.value("active"))
}

// yes and no are how files say so; what is neither is an expression, or not said.
func yes(s string) bool {
	return s == "1" || strings.EqualFold(s, "true") || strings.EqualFold(s, "yes")
}
func no(s string) bool {
	return s == "0" || strings.EqualFold(s, "false") || strings.EqualFold(s, "no")
}

// value is an attribute, empty where there is none, and of no element.
func (e *element) value(name string) string {
	if e == nil {
		return ""
	}
	for _, a := range e.values {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// child is the first child of a name, or nil.
func (e *element) child(name string) *element {
	if e == nil {
		return nil
	}
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// all are the children of a name.
func (e *element) all(name string) []*element {
	if e == nil {
		return nil
	}
	var found []*element
	for _, c := range e.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

package casefile

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Position is a place in a case file, both from 1 on.
type Position struct{ Line, Column int }

// Error is what is wrong at a place of a case file.
type Error struct {
	File string
	Position
	Text    string
	Excerpt string // the line
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Text)
	}
	const most = 60
	excerpt := strings.TrimSpace(e.Excerpt)
	if runes := []rune(excerpt); len(runes) > most {
		excerpt = string(runes[:most]) + "…"
	}
	if excerpt != "" {
		excerpt = "; there is: " + excerpt
	}
	return fmt.Sprintf("%s, line %d, column %d: %s%s", e.File, e.Line, e.Column, e.Text, excerpt)
}

// Errorf is an error about a key, as wall.0.cylinder.radius, at its place in the file or at that of the nearest key above it.
func (c *Case) Errorf(path, format string, values ...any) error {
	e := &Error{File: c.file, Text: fmt.Sprintf(format, values...)}
	for path != "" {
		if at, ok := c.where[path]; ok {
			e.Position, e.Excerpt = at, line(c.text, at.Line)
			break
		}
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
	return e
}

// line is one of a text, from 1 on.
func line(text []byte, number int) string {
	for range number - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return string(text)
}

// positions are the places of all keys of a text that can be parsed, by path. Elements of arrays are numbered from 0 on.
func positions(text []byte) map[string]Position {
	at := map[string]Position{}
	count := map[string]int{} // elements of arrays of tables, by their path
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for it := e.Key(); it.Next(); {
				table = join(table, string(it.Node().Data))
				place(at, &p, table, it.Node())
				if it.IsLast() && e.Kind == unstable.ArrayTable {
					count[table]++
				}
				if n := count[table]; n > 0 {
					table = join(table, strconv.Itoa(n-1))
					place(at, &p, table, it.Node())
				}
			}
		case unstable.KeyValue:
			placeValue(at, &p, table, e)
		}
	}
	return at
}

// placeValue places a key, and all that is in its value.
func placeValue(at map[string]Position, p *unstable.Parser, path string, e *unstable.Node) {
	var key *unstable.Node
	for it := e.Key(); it.Next(); {
		key = it.Node()
		path = join(path, string(key.Data))
		place(at, p, path, key)
	}
	placeIn(at, p, path, e.Value())
}

func placeIn(at map[string]Position, p *unstable.Parser, path string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			placeValue(at, p, path, it.Node())
		}
	case unstable.Array:
		k := 0
		for it := value.Children(); it.Next(); {
			placeIn(at, p, join(path, strconv.Itoa(k)), it.Node())
			k++
		}
	}
}

// place remembers where a path comes first.
func place(at map[string]Position, p *unstable.Parser, path string, node *unstable.Node) {
	if _, known := at[path]; !known {
		start := p.Shape(node.Raw).Start
		at[path] = Position{start.Line, start.Column}
	}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

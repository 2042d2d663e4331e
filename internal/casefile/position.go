package casefile

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Position is a place in a case file, both from 1 on. Columns are characters.
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
	excerpt := e.excerpt()
	if excerpt != "" {
		excerpt = "; the line reads: " + excerpt
	}
	return fmt.Sprintf("%s, line %d, column %d: %s%s", e.File, e.Line, e.Column, e.Text, excerpt)
}

// excerpt is the line, or what of a long one is around the column.
func (e *Error) excerpt() string {
	const most, before = 60, 20
	line := []rune(strings.TrimRight(e.Excerpt, " \t\r"))
	at := min(max(e.Column-1, 0), len(line))
	head, tail := []rune(strings.TrimLeft(string(line[:at]), " \t")), line[at:]
	if len(head)+len(tail) <= most {
		return string(head) + string(tail)
	}
	if more := len(head) - max(before, most-len(tail)); more > 0 {
		head = append([]rune("…"), head[more:]...)
	}
	if room := max(most-len(head), 0); len(tail) > room {
		tail = append(tail[:room:room], '…')
	}
	return string(head) + string(tail)
}

// Errorf is an error about a key, as wall.0.cylinder.radius, at its place in the file or at that of
// the nearest key above it.
func (c *Case) Errorf(path, format string, values ...any) error {
	e := &Error{File: c.file, Position: c.Where(path), Text: fmt.Sprintf(format, values...)}
	if at := c.changedIn(path); at != nil {
		e.File, e.Position, e.Excerpt = at.File, at.Position, at.Excerpt
	} else if e.Line > 0 {
		e.Excerpt = line(c.text, e.Line)
	}
	return e
}

// Where is the place of a key in the file, or of the nearest key above it; line 0 is none.
func (c *Case) Where(path string) Position {
	for path != "" {
		if at, ok := c.where[path]; ok {
			return at
		}
		path = path[:max(0, strings.LastIndexByte(path, '.'))]
	}
	return Position{}
}

// Given reports whether the file has a key.
func (c *Case) Given(path string) bool {
	_, ok := c.where[path]
	return ok || slices.ContainsFunc(c.changed, func(of changed) bool { return of.path == path })
}

// line is one of a text, from 1 on.
func line(text []byte, number int) string {
	for range number - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	text, _, _ = bytes.Cut(text, []byte("\n"))
	return string(text)
}

// Positions are the places of all keys of a text that is TOML, by path. Elements of lists are
// numbered from 0 on.
func Positions(text []byte) map[string]Position { return positions(text) }

// positions are the places of all keys of a text that can be parsed, and of the values in lists, by
// path. Elements of lists are numbered from 0 on.
func positions(text []byte) map[string]Position {
	l := locator{text: text, at: map[string]Position{}}
	for i, c := range text {
		if c == '\n' {
			l.ends = append(l.ends, i)
		}
	}
	count := map[string]int{} // elements of arrays of tables, by their path
	l.Reset(text)
	table := ""
	for l.NextExpression() {
		e := l.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = ""
			for it := e.Key(); it.Next(); {
				table = join(table, string(it.Node().Data))
				l.place(table, it.Node().Raw)
				if it.IsLast() && e.Kind == unstable.ArrayTable {
					count[table]++
				}
				if n := count[table]; n > 0 {
					table = join(table, strconv.Itoa(n-1))
					l.place(table, it.Node().Raw)
				}
			}
		case unstable.KeyValue:
			l.keyValue(table, e)
		}
	}
	return l.at
}

// locator finds positions in a text.
type locator struct {
	unstable.Parser
	text []byte
	ends []int // of its lines
	at   map[string]Position
}

// keyValue places a key, and all that is in its value.
func (l *locator) keyValue(path string, e *unstable.Node) {
	for it := e.Key(); it.Next(); {
		path = join(path, string(it.Node().Data))
		l.place(path, it.Node().Raw)
	}
	l.value(path, e.Value())
}

func (l *locator) value(path string, value *unstable.Node) {
	switch value.Kind {
	case unstable.InlineTable:
		for it := value.Children(); it.Next(); {
			l.keyValue(path, it.Node())
		}
	case unstable.Array:
		k := 0
		for it := value.Children(); it.Next(); k++ {
			at := join(path, strconv.Itoa(k))
			l.value(at, it.Node())
			if raw := it.Node().Raw; raw.Length > 0 {
				l.place(at, raw)
			} else if data := it.Node().Data; len(data) > 0 && it.Node().Kind != unstable.String {
				l.place(at, l.Range(data))
			}
		}
	}
}

// place remembers where a path comes first.
func (l *locator) place(path string, raw unstable.Range) {
	if _, known := l.at[path]; known {
		return
	}
	offset := int(raw.Offset)
	before, _ := slices.BinarySearch(l.ends, offset)
	start := 0
	if before > 0 {
		start = l.ends[before-1] + 1
	}
	l.at[path] = Position{before + 1, utf8.RuneCount(l.text[start:offset]) + 1}
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

package sweep

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/casefile"
	"gpusph/internal/input"
	"gpusph/internal/text"
)

// largest is how long a table may be [bytes].
const largest = 16 << 20

// nameKey is the column with the names of runs.
const nameKey = "name"

// tableFile is one that is being read.
type tableFile struct {
	path  string
	lines []string
}

// readTable reads the runs of a file.
func readTable(path string) (all []combination, err error) {
	data, err := input.Read(path, largest)
	if err != nil {
		return nil, fmt.Errorf("--table cannot be read: %w", err)
	}
	data = text.Plain(data)
	t := &tableFile{path, strings.Split(string(data), "\n")}
	if strings.EqualFold(filepath.Ext(path), ".toml") {
		all, err = t.toml(data)
	} else {
		all, err = t.csv(data)
	}
	if err == nil && len(all) == 0 {
		err = t.at(0, 0).Errorf("it has no runs; a line of a CSV file, or [[run]] of TOML, is one")
	}
	if err == nil && len(all) > mostRuns {
		err = t.at(0, 0).Errorf("it has %d runs, but may have %d", len(all), mostRuns)
	}
	if err != nil {
		return nil, err
	}
	if err := checkNames(all); err != nil {
		return nil, t.at(0, 0).Errorf("%v", err)
	}
	return all, nil
}

// at is a place; columns are characters.
func (t *tableFile) at(line, column int) casefile.Place {
	p := casefile.Place{File: t.path, Position: casefile.Position{Line: line, Column: column}}
	if line > 0 && line <= len(t.lines) {
		p.Excerpt = t.lines[line-1]
	}
	return p
}

// csv reads a line of keys and lines of values. What is empty is as in the case file.
func (t *tableFile) csv(data []byte) (all []combination, err error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.TrimLeadingSpace = '#', true
	if head := t.first(); !strings.Contains(head, ",") && strings.Contains(head, ";") {
		r.Comma = ';'
	}
	var keys []string
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if wrong := (*csv.ParseError)(nil); errors.As(err, &wrong) {
			why := wrong.Err.Error()
			if errors.Is(err, csv.ErrFieldCount) {
				why = fmt.Sprintf("this line has %d values, but the first has %d keys", len(record),
					len(keys))
			}
			return nil, t.at(wrong.Line, max(1, wrong.Column)).Errorf("%s", why)
		}
		if err != nil {
			return nil, fmt.Errorf("--table cannot be read: %w", err)
		}
		if keys == nil {
			if keys, err = t.keys(r, record); err != nil {
				return nil, err
			}
			continue
		}
		c := combination{}
		for i, cell := range record {
			word, place := strings.TrimSpace(cell), t.of(r, i)
			switch {
			case word == "":
			case keys[i] == nameKey:
				c.name = word
			default:
				c.all = append(c.all, parameter{keys[i], word, casefile.ParseValue(word), place})
			}
		}
		all = append(all, c)
	}
}

// first is the first line that is no comment.
func (t *tableFile) first() string {
	for _, line := range t.lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// keys are those of the first line.
func (t *tableFile) keys(r *csv.Reader, record []string) (keys []string, err error) {
	for i, word := range record {
		word = strings.TrimSpace(word)
		switch {
		case word == "":
			return nil, t.of(r, i).Errorf("column %d has no key of the case file", i+1)
		case slices.Contains(keys, word):
			return nil, t.of(r, i).Errorf("the key %s is there twice", word)
		}
		keys = append(keys, word)
	}
	return keys, nil
}

// of is the place of a cell of the record that was read last.
func (t *tableFile) of(r *csv.Reader, cell int) casefile.Place {
	line, column := r.FieldPos(cell)
	p := t.at(line, column)
	if before := min(max(column-1, 0), len(p.Excerpt)); before > 0 {
		p.Column = utf8.RuneCountInString(p.Excerpt[:before]) + 1
	}
	return p
}

// toml reads the tables [[run]]. Keys in tables within are after these.
func (t *tableFile) toml(data []byte) (all []combination, err error) {
	var read map[string]any
	if err := toml.Unmarshal(data, &read); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, column := at.Position()
			return nil, t.at(line, column).Errorf("this is not valid TOML: %s",
				strings.TrimPrefix(err.Error(), "toml: "))
		}
		return nil, t.at(0, 0).Errorf("%v", err)
	}
	where := casefile.Positions(data)
	place := func(path string) casefile.Place { return t.at(where[path].Line, where[path].Column) }
	for _, key := range slices.Sorted(maps.Keys(read)) {
		if key != "run" {
			return nil, place(key).Errorf("there is no key %s; runs are tables [[run]] with keys of the "+
				"case file", key)
		}
	}
	runs, ok := read["run"].([]any)
	if !ok && read["run"] != nil {
		return nil, place("run").Errorf("[run] must be [[run]], since there are several")
	}
	for i, run := range runs {
		path := fmt.Sprintf("run.%d", i)
		table, ok := run.(map[string]any)
		if !ok {
			return nil, place(path).Errorf("a run must be a table [[run]]")
		}
		c := combination{}
		flatten("", table, func(key string, value any) {
			p := parameter{key, wordOf(value), value, place(path + "." + key)}
			if word, is := value.(string); is && key == nameKey {
				c.name = word
				return
			}
			c.all = append(c.all, p)
		})
		slices.SortStableFunc(c.all, func(a, b parameter) int {
			return (a.from.Line-b.from.Line)*1e6 + a.from.Column - b.from.Column
		})
		all = append(all, c)
	}
	return all, nil
}

// flatten tells of the values of a table, with the keys that lead to them.
func flatten(path string, table map[string]any, add func(key string, value any)) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		at := key
		if path != "" {
			at = path + "." + key
		}
		if of, is := table[key].(map[string]any); is {
			flatten(at, of, add)
			continue
		}
		add(at, table[key])
	}
}

// wordOf is a value of TOML for people.
func wordOf(value any) string {
	switch v := value.(type) {
	case float64:
		return text.Clean(v)
	case []any:
		var words []string
		for _, x := range v {
			words = append(words, wordOf(x))
		}
		return "[" + strings.Join(words, ", ") + "]"
	}
	return fmt.Sprint(value)
}

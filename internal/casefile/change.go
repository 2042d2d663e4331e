package casefile

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/text"
)

// Change gives a key of a case another value, as studies do.
//
// Its key is that of the file, after those of the tables above it, with points between them:
// spacing, physics.alpha, wall.weir.box.max.z. Tables of which there may be several have a name or
// a number from 1 on, which may be missing where there is one. Items of a list have numbers from 1
// on, coordinates also letters.
type Change struct {
	Key   string
	Value any // as TOML has it
	From  Place
}

// Place is where a change stands. Line 0 is no line of a file.
type Place struct {
	File string
	Position
	Excerpt string // the line
}

// OfOption is the place of a change that an option of the command line asks for.
func OfOption(name string) Place { return Place{File: "--" + name} }

// Option is the option of the command line, with its dashes, by which a key has its value; "" is
// none.
func (c *Case) Option(path string) string {
	if at := c.changedIn(path); at != nil && strings.HasPrefix(at.File, "--") {
		return at.File
	}
	return ""
}

// assign is how a user gives a key of the top of the file a value: by its option where that has
// set it.
func (c *Case) assign(key, value string) string {
	if option := c.Option(key); option != "" {
		return option + " " + value
	}
	return key + " = " + value
}

// Errorf is an error about what stands there.
func (p Place) Errorf(format string, values ...any) error {
	return &Error{File: p.File, Position: p.Position, Excerpt: p.Excerpt,
		Text: fmt.Sprintf(format, values...)}
}

// With is the case with other values of some keys. An error about one of these has its place.
func (c *Case) With(changes []Change) (*Case, error) {
	return parseWith(c.text, c.file, slices.Concat(c.changes, changes))
}

// ParseValue is a word of a command line or a table as TOML has it: a number, true, false, a list
// in brackets, a table in braces, or else a text, with or without quotes.
func ParseValue(word string) any {
	word = strings.TrimSpace(word)
	var read struct{ V any }
	if err := toml.Unmarshal([]byte("V = "+word), &read); err == nil && read.V != nil {
		return read.V
	}
	if x, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(x) && !math.IsInf(x, 0) {
		return x // as .5
	}
	return word
}

// change makes the changes in what TOML has.
func (c *Case) change(all map[string]any) error {
	for i := range c.changes {
		w := walk{change: &c.changes[i], rest: strings.Split(c.changes[i].Key, ".")}
		if slices.Contains(w.rest, "") {
			return w.change.From.Errorf("%q is no key: keys are as spacing, physics.alpha or "+
				"wall.weir.box.max.z", w.change.Key)
		}
		if err := w.table(all); err != nil {
			return err
		}
		c.changed = append(c.changed, changed{w.path, w.change.From})
		if above, is := strings.CutSuffix(w.path, ".1"); is && w.point && all["dimension"] == int64(2) {
			// a point of a plane becomes one of space
			c.changed = append(c.changed, changed{above + ".2", w.change.From})
		}
	}
	return nil
}

// changed is a path that a change has set, and where that stands.
type changed struct {
	path string
	from Place
}

// Changed reports whether a change has set a path.
func (c *Case) Changed(path string) bool {
	return slices.ContainsFunc(c.changed, func(of changed) bool { return of.path == path })
}

// changedIn is where the last change of a path stands, or of what is above or below it; nil where
// there is none.
func (c *Case) changedIn(path string) *Place {
	for _, of := range slices.Backward(c.changed) {
		a, b := of.path+".", path+"."
		if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) {
			return &of.from
		}
	}
	return nil
}

// walk goes down to the key of a change.
type walk struct {
	change *Change
	path   string   // so far, as errors have it: numbers are from 0 on
	rest   []string // of the key
	point  bool     // it ends in a list of two values
}

func (w *walk) errorf(format string, values ...any) error {
	return w.change.From.Errorf(w.change.Key+": "+format, values...)
}

// so is the key so far.
func (w *walk) so() string {
	return strings.TrimSuffix(w.change.Key, "."+strings.Join(w.rest, "."))
}

// next takes words of the key.
func (w *walk) next(step string, words int) {
	w.path, w.rest = join(w.path, step), w.rest[words:]
}

// table goes into a table.
func (w *walk) table(in map[string]any) error {
	key := w.rest[0]
	above := w.path
	if w.next(key, 1); len(w.rest) == 0 {
		in[key] = w.change.Value
		return nil
	}
	switch of := in[key].(type) {
	case map[string]any:
		return w.table(of)
	case []any:
		return w.list(of)
	case nil:
		if above == "" && !mayBegin(key) {
			return w.errorf("the case has no %s", key)
		}
		made := map[string]any{}
		in[key] = made
		return w.table(made)
	}
	return w.errorf("%s is %s, which has no %s", w.so(), describe(in[key]), w.rest[0])
}

// mayBegin reports whether a table at the top of a file is one that a change may add: there is one
// of its name at most. What the format does not know is refused later.
func mayBegin(key string) bool {
	fields := fieldsOf(reflect.ValueOf(&Case{}).Elem())
	i := indexOf(fields, key)
	return i < 0 || fields[i].value.Kind() == reflect.Pointer
}

// list goes to an element of a list.
func (w *walk) list(in []any) error {
	if len(in) == 0 {
		return w.errorf("%s is empty", w.so())
	}
	var step, words int
	var err error
	if _, tables := in[0].(map[string]any); tables {
		step, words, err = w.named(in)
	} else {
		step, words, err = w.item(len(in))
		w.point = len(in) == 2
	}
	if err != nil {
		return err
	}
	if w.next(strconv.Itoa(step), words); len(w.rest) == 0 {
		in[step] = w.change.Value
		return nil
	}
	switch of := in[step].(type) {
	case map[string]any:
		return w.table(of)
	case []any:
		return w.list(of)
	}
	return w.errorf("%s is %s, which has no %s", w.so(), describe(in[step]), w.rest[0])
}

// named is which of several tables is meant, and how many words of the key say so.
func (w *walk) named(in []any) (index, words int, err error) {
	var names []string
	for i, table := range in {
		name, _ := table.(map[string]any)["name"].(string)
		words := strings.Count(name, ".") + 1
		switch {
		case name == "":
		case words <= len(w.rest) && strings.Join(w.rest[:words], ".") == name:
			return i, words, nil
		default:
			names = append(names, strconv.Quote(name))
		}
	}
	n, err := strconv.Atoi(w.rest[0])
	switch {
	case err == nil && n >= 1 && n <= len(in):
		return n - 1, 1, nil
	case err == nil:
		return 0, 0, w.errorf("there is no %s %d; there %s", w.path, n, areTables(len(in)))
	case len(in) == 1:
		return 0, 0, nil
	case names == nil:
		return 0, 0, w.errorf("there are %d of %s; use a number from 1 to %[1]d behind it", len(in),
			w.path)
	}
	meant := text.Meant(strconv.Quote(w.rest[0]), names)
	if meant == "" {
		meant = "; there are " + text.And(names)
	}
	return 0, 0, w.errorf("there is no %s %q%s", w.path, w.rest[0], meant)
}

func areTables(n int) string {
	if n == 1 {
		return "is 1"
	}
	return fmt.Sprintf("are %d", n)
}

// item is which value of a list of a given length is meant.
func (w *walk) item(length int) (index, words int, err error) {
	word := w.rest[0]
	letters := []string{"x", "y", "z"}
	if length == 2 {
		letters = []string{"x", "z"} // of a plane
	}
	if k := slices.Index(letters, word); k >= 0 && k < length {
		return k, 1, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > length {
		return 0, 0, w.errorf("%s has the items 1 to %d, but no %s", w.so(), length, word)
	}
	return n - 1, 1, nil
}

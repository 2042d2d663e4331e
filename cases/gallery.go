package cases

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Case is a case of the gallery.
type Case struct {
	Name      string   // by which init and gallery know it; NAME.toml in the folder cases
	About     string   // what happens, in a line
	Text      string   // what to look at, and what to vary
	Shows     []string // capabilities of the program
	Dimension int
	Spacing   float64 // [m]
	Particles int     // of the fluid, walls and bodies, at this spacing
	Steps     int     // of a whole run
	// Processor time of a whole run, halved: the time on two cores that nothing else uses [s].
	Seconds float64
	Compare string // what it is compared with: an experiment, an exact solution or a formula
	Command string // that compares it, or empty
	Run     string // options of the run that the picture is of, beyond the case file
	View    string // options of `gpusph picture`
	Digest  string // of the case file with which it was measured and drawn, see Digest
}

// columns are those of gallery.csv.
var columns = []string{"name", "shows", "compare", "command", "particles", "steps", "seconds",
	"run", "view", "digest"}

// List has the cases of the gallery, in the order of gallery.csv.
func List() []Case { return list() }

// Find is a case of the gallery, by its name.
func Find(name string) (Case, bool) {
	for _, c := range List() {
		if strings.EqualFold(c.Name, name) {
			return c, true
		}
	}
	return Case{}, false
}

var list = sync.OnceValue(func() []Case {
	table, err := files.ReadFile("gallery.csv")
	if err != nil {
		panic(err) // it is built in
	}
	all, err := parse(table)
	if err != nil {
		panic(fmt.Sprintf("cases/gallery.csv: %v", err)) // TestGallery reads it
	}
	return all
})

// parse reads gallery.csv, and from each case file what that says of itself.
func parse(table []byte) ([]Case, error) {
	r := csv.NewReader(bytes.NewReader(table))
	r.FieldsPerRecord = len(columns)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("it has %d rows (%w)", len(rows), err)
	}
	var all []Case
	for _, row := range rows[1:] {
		c := Case{Name: row[0], Shows: strings.Split(row[1], "; "), Compare: row[2], Command: row[3],
			Run: row[7], View: row[8], Digest: row[9]}
		if c.Particles, err = strconv.Atoi(row[4]); err == nil {
			if c.Steps, err = strconv.Atoi(row[5]); err == nil {
				c.Seconds, err = strconv.ParseFloat(row[6], 64)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		data, ok := Text(c.Name)
		if !ok {
			return nil, fmt.Errorf("there is no case file %s.toml", c.Name)
		}
		if err := c.describe(string(data)); err != nil {
			return nil, fmt.Errorf("%s.toml: %w", c.Name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

var (
	aboutLine     = regexp.MustCompile(`(?m)^about = "(.*)"$`)
	dimensionLine = regexp.MustCompile(`(?m)^dimension = (\d)`)
	spacingLine   = regexp.MustCompile(`(?m)^spacing = ([0-9.e+-]+)`)
)

// describe takes from a case file its title, its dimension, its spacing, and the comment that it
// begins with.
func (c *Case) describe(data string) (err error) {
	about, spacing := aboutLine.FindStringSubmatch(data), spacingLine.FindStringSubmatch(data)
	if about == nil || spacing == nil {
		return fmt.Errorf("it has no about or no spacing")
	}
	c.About, c.Dimension = about[1], 3
	if d := dimensionLine.FindStringSubmatch(data); d != nil {
		c.Dimension, _ = strconv.Atoi(d[1])
	}
	var text []string
	for line := range strings.SplitSeq(data, "\n") {
		word, is := strings.CutPrefix(line, "#")
		if !is {
			break
		}
		text = append(text, strings.TrimPrefix(word, " "))
	}
	c.Text = strings.Join(text, "\n")
	c.Spacing, err = strconv.ParseFloat(spacing[1], 64)
	return err
}

// Digest is the beginning of the SHA-256 checksum of a case file without comments and blank lines.
// A case that has another one than when it was measured is measured and drawn again.
func Digest(data []byte) string {
	var b strings.Builder
	for line := range strings.SplitSeq(string(data), "\n") {
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			b.WriteString(line + "\n")
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(b.String())))[:12]
}

// Time is the time that a run takes on two cores, in words.
func (c Case) Time() string {
	switch {
	case c.Seconds == 0:
		return "not measured"
	case c.Seconds < 55:
		return fmt.Sprintf("%.0f s", c.Seconds)
	}
	return fmt.Sprintf("%.1f min", c.Seconds/60)
}

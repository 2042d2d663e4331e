package editor

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
)

// Report is what a check has found, for the page: the result first, then what is wrong.
type Report struct {
	Result   string      `json:"result"`
	Faults   []Fault     `json:"faults"`
	Warnings []Fault     `json:"warnings"`
	Notes    []Fault     `json:"notes"`
	Rows     [][2]string `json:"rows"` // what the flow is like, each with its name

	rate float64 // particles that advance by a step in a second; 0 is not known
}

// rowName is how many characters the name of a row has in what the command check prints.
const rowName = 12

// reportOf reads what the command check has printed about a text.
func reportOf(said, errors string, good bool, file string, text []byte) *Report {
	c, _ := casefile.Parse(text, file) // nil where the text is wrong
	r := &Report{Faults: []Fault{}, Warnings: []Fault{}, Notes: []Fault{}, Rows: [][2]string{}}
	at := func(words string) Fault { return placed(c, inPageWords(words)) }
	for line := range strings.Lines(said) {
		line = strings.TrimRight(line, "\n")
		if len(line) <= rowName {
			continue
		}
		name, words := strings.TrimSpace(line[:rowName]), line[rowName+1:]
		switch name {
		case "Result":
			r.Result = words
		case "Warning":
			r.Warnings = append(r.Warnings, at(words))
		case "Note", "Advice":
			r.Notes = append(r.Notes, at(words))
		default:
			r.Rows = append(r.Rows, [2]string{name, inPageWords(words)})
		}
	}
	for line := range strings.Lines(errors) {
		words := strings.TrimPrefix(strings.TrimSpace(line), "gpusph: ")
		words = strings.TrimPrefix(words, "a run would go wrong: ")
		if words != "" {
			r.Faults = append(r.Faults, faultIn(words, c))
		}
	}
	if len(r.Faults) > 0 {
		r.Result = "A run would go wrong."
	} else if !good {
		r.Result = "The check has failed."
	}
	r.rate = rateIn(r.Rows)
	return r
}

var placeInFile = regexp.MustCompile(`^.*?, line ([0-9]+), column ([0-9]+): (.*)$`)

// faultIn is an error as the program prints it.
func faultIn(words string, c *casefile.Case) Fault {
	m := placeInFile.FindStringSubmatch(words)
	if m == nil {
		return placed(c, inPageWords(words))
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	what, _, _ := strings.Cut(m[3], "; the line reads: ")
	return Fault{line, column, inPageWords(what)}
}

// keysOfOptions are keys of a case file with other names than the options of the command line.
var keysOfOptions = map[string]string{"deltap": "spacing", "tend": "end"}

var (
	optionWithValue = regexp.MustCompile(`--([a-z][a-z0-9-]*) ([0-9][0-9.e+-]*[0-9]|[0-9])`)
	optionAlone     = regexp.MustCompile(`--([a-z][a-z0-9-]*)`)
	spacings        = regexp.MustCompile(`\b([0-9][0-9.e+-]*) deltap\b`)
)

// inPageWords names keys of the case file where the command line names options.
func inPageWords(words string) string {
	key := func(name string) string {
		if key, ok := keysOfOptions[name]; ok {
			return key
		}
		return name
	}
	words = optionWithValue.ReplaceAllStringFunc(words, func(s string) string {
		m := optionWithValue.FindStringSubmatch(s)
		return fmt.Sprintf("%s = %s", key(m[1]), m[2])
	})
	words = optionAlone.ReplaceAllStringFunc(words, func(s string) string { return key(s[2:]) })
	words = spacings.ReplaceAllString(words, "$1 spacings")
	words = strings.ReplaceAll(words, "h/deltap", "h/spacing")
	return strings.ReplaceAll(words, "deltap", "spacing")
}

// named finds what words have in quotes.
var named = regexp.MustCompile(`"([^"]+)"`)

// placed is what words say at the line of the case that they are about: that of a table whose name
// is in them, or of the spacing; 0 is none.
func placed(c *casefile.Case, words string) Fault {
	if c == nil {
		return Fault{Text: words}
	}
	lines := map[string]int{}
	put := func(table string, k int, name string) {
		if line := c.Where(fmt.Sprintf("%s.%d", table, k)).Line; name != "" && lines[name] == 0 {
			lines[name] = line
		}
	}
	for i := range c.Walls {
		put("wall", i, c.Walls[i].Name)
	}
	for i := range c.Fluids {
		put("fluid", i, c.Fluids[i].Name)
	}
	for i := range c.Bodies {
		put("body", i, c.Bodies[i].Name)
	}
	for i := range c.Probes {
		put("probe", i, c.Probes[i].Name)
	}
	for i := range c.Gauges {
		put("gauge", i, c.Gauges[i].Name)
	}
	for _, m := range named.FindAllStringSubmatch(words, -1) {
		if line := lines[m[1]]; line > 0 {
			return Fault{Line: line, Column: 1, Text: words}
		}
	}
	for _, begin := range []string{"", "the motion of "} {
		name, _, _ := strings.Cut(strings.TrimPrefix(words, begin), " ")
		if line := lines[name]; line > 0 {
			return Fault{Line: line, Column: 1, Text: words}
		}
	}
	for _, key := range []string{"spacing", "end"} {
		if at := c.Where(key); strings.Contains(words, "use "+key+" = ") && at.Line > 0 {
			return Fault{at.Line, at.Column, words}
		}
	}
	return Fault{Text: words}
}

var (
	countOfParticles = regexp.MustCompile(`^([0-9,]+): `)
	timeOfSteps      = regexp.MustCompile(` steps? of ([0-9.]+) ms `)
)

// rateIn is the speed by the rows of a check [particles a second].
func rateIn(rows [][2]string) float64 {
	var particles, step float64
	for _, row := range rows {
		if m := countOfParticles.FindStringSubmatch(row[1]); row[0] == "Particles" && m != nil {
			particles, _ = strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		}
		if m := timeOfSteps.FindStringSubmatch(row[1]); row[0] == "Time" && m != nil {
			step, _ = strconv.ParseFloat(m[1], 64)
		}
	}
	if step == 0 {
		return 0
	}
	return particles / (step / 1000)
}

// Package gallery is the command gallery, which lists the cases of the gallery and prints the text
// of one.
package gallery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gpusph/cases"
	"gpusph/commands/cli"
	"gpusph/internal/option"
	"gpusph/internal/text"
)

// options are those of the command gallery.
type options struct{ json, file bool }

func (o *options) table() option.Table {
	return option.Table{
		option.Switch("json", "print JSON", &o.json),
		option.Switch("file", "print the case file of NAME itself", &o.file),
	}
}

const about = "Lists cases that show the capabilities of the program, each with its dimension, " +
	"its particles, and the time of a run on two processor cores. With a NAME it prints the text " +
	"of that case: what happens, what to look at and what to vary. gpusph init NAME copies its case " +
	"file. docs/gallery.md shows pictures."

// Run is the command gallery, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("gallery", about, "The list", (*options).table, show)

func show(_ context.Context, c *cli.Config, o *options) error {
	switch words := c.Flags.Args(); {
	case len(words) > 1:
		return cli.UsageError(fmt.Errorf("gpusph gallery takes one name, but there is %q, too",
			words[1]))
	case len(words) == 1:
		return o.one(words[0])
	case o.file:
		return cli.UsageError(errors.New("--file prints the case file of one case; use gpusph gallery " +
			"weir --file"))
	case o.json:
		all := []entry{}
		for _, c := range cases.List() {
			all = append(all, entryOf(c))
		}
		return printJSON(all)
	}
	return cli.PrintWrapped(list)
}

// list writes a line for each case. What happens begins in the left half of 80 columns, so that it
// is wrapped there.
func list(b *strings.Builder) {
	rows := [][]string{{"case", "", "size", "time", "what happens"}}
	for _, c := range cases.List() {
		rows = append(rows, []string{c.Name, fmt.Sprintf("%dD", c.Dimension), thousands(c.Particles),
			c.Time(), strings.TrimSuffix(c.About, ", in two dimensions")})
	}
	text.AlignRows(b, rows, "l l r r l")
	b.WriteString("\nThe size is in thousands of particles. The time is that of a whole run on two " +
		"processor cores. gpusph gallery NAME " +
		"prints the text of a case, and gpusph init NAME copies its file.\n")
}

// thousands is a number of particles, as 8.4k or 89k.
func thousands(particles int) string {
	digits := 2
	if particles >= 100_000 {
		digits = 3
	}
	return strconv.FormatFloat(float64(particles)/1e3, 'g', digits, 64) + "k"
}

// one prints the text of a case, or its file. What is said about the text goes to stderr.
func (o *options) one(name string) error {
	c, ok := cases.Find(name)
	if !ok {
		near := text.Meant(name, cases.Names()[1:])
		return cli.UsageError(fmt.Errorf("there is no case %q in the gallery%s; gpusph gallery lists "+
			"all", name, near))
	}
	if o.json {
		return printJSON(entryOf(c))
	}
	all, err := cases.Read(c.Name)
	if err != nil {
		return err
	}
	if o.file {
		_, err := cli.Stdout.Write(all[0].Data)
		if len(all) > 1 {
			fmt.Fprintf(os.Stderr, "It takes %s, too; gpusph init %s copies all\n",
				text.And(files(c)[1:]), c.Name)
		}
		return err
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n\n", c.Name, c.About)
	err = cli.PrintWrapped(func(b *strings.Builder) {
		fmt.Fprintf(b, "%s\n\n%s\n", joined(c.Text), Facts(c))
	})
	fmt.Fprintf(os.Stderr, "\ngpusph init %s copies %s; gpusph %s.toml runs it\n", c.Name,
		text.And(files(c)), c.Name)
	return err
}

// joined is a text without the line breaks inside of its paragraphs and items, so that it can be
// wrapped to another width. Items are indented by two, and their further lines deeper.
func joined(text string) string {
	var out []string
	before := 0 // indentation of the line before, or -1 where a paragraph has ended
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.TrimLeft(line, " ")
		deep := len(line) - len(words)
		goesOn := len(out) > 0 && before >= 0 && words != "" &&
			(deep > 2 || deep == 0 && before == 0 && !strings.HasPrefix(words, "What to "))
		if goesOn {
			out[len(out)-1] += " " + words
		} else {
			out = append(out, line)
		}
		if before = deep; words == "" || strings.HasPrefix(words, "What to look at") {
			before = -1
		}
	}
	return strings.Join(out, "\n")
}

// Facts are what a case shows, how large it is, how long it takes and what it is compared with.
func Facts(c cases.Case) string {
	lines := []string{
		"Shows      " + strings.Join(c.Shows, "; "),
		fmt.Sprintf("Particles  %s at %g m, %d dimensions", text.Thousands(c.Particles), c.Spacing,
			c.Dimension),
		fmt.Sprintf("Time       %s on two processor cores, %s steps", c.Time(), text.Thousands(c.Steps)),
	}
	if c.Compare != "" {
		lines = append(lines, "Compare    with "+c.Compare, "           "+c.Command)
	}
	return strings.Join(lines, "\n")
}

// files are the names of the files of a case.
func files(c cases.Case) (names []string) {
	all, _ := cases.Read(c.Name) // TestNames reads all
	for _, f := range all {
		names = append(names, f.Name)
	}
	return names
}

// entry is a case in JSON.
type entry struct {
	Name      string   `json:"name"`
	About     string   `json:"about"`
	Text      string   `json:"text"`
	Shows     []string `json:"shows"`
	Dimension int      `json:"dimension"`
	Spacing   float64  `json:"spacing_m"`
	Particles int      `json:"particles"`
	Steps     int      `json:"steps"`
	Seconds   float64  `json:"two_core_time_s"`
	Compare   string   `json:"compare,omitempty"`
	Command   string   `json:"compare_command,omitempty"`
	Files     []string `json:"files"`
}

func entryOf(c cases.Case) entry {
	return entry{c.Name, c.About, c.Text, c.Shows, c.Dimension, c.Spacing, c.Particles, c.Steps,
		c.Seconds, c.Compare, c.Command, files(c)}
}

func printJSON(value any) error {
	data, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(cli.Stdout, string(data))
	return err
}

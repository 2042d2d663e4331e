package cli

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextWidth(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file") // which is no terminal
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, test := range []struct {
		columns string
		want    int
	}{{"", 80}, {"40", 40}, {"100", 100}, {"120", 100}, {"3", 20}, {"0", 80}, {"-5", 80},
		{"wide", 80}} {
		t.Setenv("COLUMNS", test.columns)
		if got := textWidth(file); got != test.want {
			t.Errorf("COLUMNS=%q: %d, want %d", test.columns, got, test.want)
		}
	}
}

// Help fits, and no word is broken.
func TestHelpFits(t *testing.T) {
	commands := []Command{{Name: "run", Summary: "simulate a flow; the word may be left out",
		Syntax: RunSyntax}}
	words := map[string]bool{}
	for _, columns := range []string{"100", "80", "40"} {
		t.Setenv("COLUMNS", columns)
		var out bytes.Buffer
		before := Stdout
		Stdout = &printer{to: &out}
		_, err := Begin(Line{Words: []string{"--help"}, Commands: commands}, RunSyntax())
		Stdout = before
		if err != nil {
			t.Fatal(err)
		}
		width := map[string]int{"100": 100, "80": 80, "40": 40}[columns]
		for line := range strings.SplitSeq(out.String(), "\n") {
			if utf8.RuneCountInString(line) > width {
				t.Errorf("a line has more than %d characters: %s", width, line)
			}
		}
		for _, word := range strings.Fields(out.String()) {
			if columns == "100" {
				words[word] = true
			} else if !words[word] {
				t.Errorf("at %s columns there is the word %q", columns, word)
			}
		}
	}
}

// A terminal gets errors in lines that fit, all else in one.
func TestWriteError(t *testing.T) {
	err := errors.New("there is no flow of that name, and this is a sentence that is " +
		"long;\nanother one")
	var out bytes.Buffer
	writeError(&out, err, false, 40)
	if got := out.String(); strings.Count(got, "\n") != 1 ||
		!strings.HasPrefix(got, "gpusph: there is") {
		t.Errorf("in a file: %q", got)
	}
	out.Reset()
	writeError(&out, err, true, 40)
	if got := out.String(); strings.Count(got, "\n") < 3 {
		t.Errorf("on a terminal: %q", got)
	}
	for line := range strings.SplitSeq(out.String(), "\n") {
		if len(line) > 40 {
			t.Errorf("on a terminal of 40 columns: %q", line)
		}
	}
}

// Of a status that does not fit, whole parts at its end are left out.
func TestStatusFits(t *testing.T) {
	for _, test := range []struct {
		columns int
		want    string
	}{{80, "50 %  ETA 3 s  dt 1e-5 s"}, {24, "50 %  ETA 3 s"}, {25, "50 %  ETA 3 s  dt 1e-5 s"},
		{10, "50 %"}, {4, "50 "}} {
		var out bytes.Buffer
		s := &Screen{Out: &out, Columns: func() int { return test.columns }}
		s.Status("50 %", "ETA 3 s", "dt 1e-5 s")
		if want := "\r" + test.want + "\x1b[K"; out.String() != want {
			t.Errorf("%d columns: %q, want %q", test.columns, out.String(), want)
		}
	}
}

package tests

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// expressions are turns of phrase that readers stumble over. Each has a plainer replacement.
var expressions = map[string]string{
	`\bwould do\b`:                                `name the remedy: "use --deltap 0.01"`,
	`\bgoes? on (linearly|from|to be)\b`:          `"continue", "extrapolate"`,
	`; there\sis:`:                                `"the line reads:"`,
	`\bwho\slooks on\b`:                           `name the reader or viewer`,
	`\bis seen that\b`:                            `"no problems found"`,
	`\bas it is now\b`:                            `"the current ..."`,
	`\bsays? whether\b`:                           `"reports whether"`,
	`\bin vain\b`:                                 `"without effect", "failed"`,
	`\blikewise\b`:                                `"also", or repeat the noun`,
	`\bheld? to gates\b`:                          `"check against tolerances"`,
	`\brefused are\b`:                             `"errors:"`,
	`\b(beside|behind) the steps\b`:               `"concurrently with the steps"`,
	`\bwhat (is|was) (lost|there|needed|asked)\b`: `name the thing: "dropped particles"`,
	`\bso many\b`:                                 `"this many", or the number`,
	`\bnobody\b`:                                  `"no one", or name the reader`,
	`\bput off\b`:                                 `"postponed"`,
	`\bcomes? of it\b`:                            `"results"`,
}

const (
	maxColumns = 100
	// grantedWords has the number of lines that break a rule, by rule and file.
	grantedWords = "testdata/words.txt"
)

var lowerWords = flag.Bool("update-words", false, "lower the numbers in "+grantedWords)

// wordsRule is a rule for text, and how to find the lines that break it.
type wordsRule struct {
	name string
	find func(path, text string) (lines []int, why []string)
}

var wordsRules = []wordsRule{{"expression", findExpressions}, {"columns", findLongLines}}

// TestWords checks the language of sources and documents: no expression of the table above, and
// at most 100 columns. A file may break a rule as often as testdata/words.txt grants it, which is
// how often it did when the rule was made. Lower these numbers with -update-words; raise none.
func TestWords(t *testing.T) {
	granted := readGranted(t)
	now := map[string]int{}
	checked := 0
	files(t, func(path string) {
		text, ok := readWords(t, path)
		if !ok {
			return
		}
		checked++
		name, err := filepath.Rel(root, path)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range wordsRules {
			lines, why := rule.find(path, text)
			key := rule.name + " " + filepath.ToSlash(name)
			now[key] = len(lines)
			if len(lines) <= granted[key] {
				continue
			}
			for i, line := range lines {
				t.Errorf("%s:%d: %s", name, line, why[i])
			}
			if n := granted[key]; n > 0 {
				t.Errorf("%s: %d lines, but at most %d may break the rule %q", name, len(lines), n, rule.name)
			}
		}
	})
	if checked < 500 {
		t.Fatalf("only %d files were checked", checked)
	}
	if *lowerWords {
		writeGranted(t, granted, now)
	}
}

// TestWordsRules checks that the rules find what they should, also across the lines of a comment.
func TestWordsRules(t *testing.T) {
	long := strings.Repeat("a ", 51)
	tests := map[string]struct {
		path, text string
		find       func(path, text string) ([]int, []string)
		want       []int
	}{
		"expression":    {"a.go", "x\na finer one would" + " do\n", findExpressions, []int{2}},
		"across lines":  {"a.go", "// a finer one would\n\t// do\n", findExpressions, []int{1}},
		"part of words": {"a.go", "would document, also many", findExpressions, nil},
		"capitals":      {"a.go", "Would" + " Do", findExpressions, []int{1}},
		"long":          {"a.go", "x\n" + long + "\n", findLongLines, []int{2}},
		"table":         {"a.md", "| " + long + "|\n", findLongLines, nil},
		"one word":      {"a.md", "- " + strings.Repeat("a", 120) + "\n", findLongLines, nil},
		"tag":           {"a.go", "X int `key:\"x\" help:\"" + long + "\"`\n", findLongLines, nil},
		"100 columns":   {"a.go", strings.Repeat("ü", 100) + "\n", findLongLines, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if lines, _ := test.find(test.path, test.text); !slices.Equal(lines, test.want) {
				t.Errorf("lines are %v, want %v", lines, test.want)
			}
		})
	}
}

// readWords returns the text of a file whose language is checked, and false for all others: the
// laboratory, libraries of others, generated files, and what is neither source nor document.
func readWords(t *testing.T, path string) (text string, checked bool) {
	t.Helper()
	switch filepath.Ext(path) {
	case ".go", ".h", ".c", ".cc", ".cpp", ".cu", ".md", ".js", ".html", ".css", ".sh", ".py":
	default:
		return "", false
	}
	for _, out := range []string{"docs/lab/", "internal/live/libraries/"} {
		if strings.Contains(filepath.ToSlash(path), out) {
			return "", false
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(content, []byte("\n"))
	return string(content), !bytes.Contains(head, []byte("Code generated"))
}

var (
	// breaks are line ends inside comments and paragraphs.
	breaks   = regexp.MustCompile(`\n[\t ]*(//|\*|#|>)?[\t ]*`)
	searched = compileExpressions()
)

// compileExpressions leaves out the first \b, so that regexp looks for the letters behind it, which
// is many times faster.
func compileExpressions() map[string]*regexp.Regexp {
	all := map[string]*regexp.Regexp{}
	for e := range expressions {
		all[e] = regexp.MustCompile(strings.ReplaceAll(strings.TrimPrefix(e, `\b`), " ", `\s+`))
	}
	return all
}

// lowered makes letters of ASCII small.
func lowered(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// inWord reports whether a byte belongs to a word, as for \b.
func inWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z'
}

// findExpressions finds the expressions, also where a line ends within one.
func findExpressions(_, text string) (lines []int, why []string) {
	flat := lowered(breaks.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Repeat(" ", len(s))
	}))
	for _, e := range slices.Sorted(maps.Keys(searched)) {
		for _, at := range searched[e].FindAllStringIndex(flat, -1) {
			if strings.HasPrefix(e, `\b`) && at[0] > 0 && inWord(flat[at[0]-1]) {
				continue
			}
			lines = append(lines, 1+strings.Count(text[:at[0]], "\n"))
			why = append(why, fmt.Sprintf("%q; write %s", flat[at[0]:at[1]], expressions[e]))
		}
	}
	return lines, why
}

// tag is the tag of a field of a struct, which cannot be split.
var tag = regexp.MustCompile("`[a-z]+:\"")

// findLongLines finds lines of more than 100 characters that can be shorter: tables of Markdown,
// tags of structs, and lines of one long word, such as an address, cannot.
func findLongLines(path, text string) (lines []int, why []string) {
	switch filepath.Ext(path) {
	case ".go", ".h", ".c", ".cc", ".cpp", ".cu", ".md":
	default:
		return nil, nil
	}
	for i, line := range strings.Split(text, "\n") {
		n := utf8.RuneCountInString(line)
		if n <= maxColumns {
			continue
		}
		switch filepath.Ext(path) {
		case ".md":
			if !breakable(line) {
				continue
			}
		case ".go":
			if tag.MatchString(line) {
				continue
			}
		}
		lines = append(lines, i+1)
		why = append(why, fmt.Sprintf("%d columns; at most %d fit", n, maxColumns))
	}
	return lines, why
}

// breakable reports whether a long line of Markdown can be split: it is no row of a table, and
// has a space before column 100 that is not its indent or bullet.
func breakable(line string) bool {
	text := strings.TrimLeft(line, " -*>0123456789.")
	indent := len(line) - len(text)
	end := min(len(text), max(0, maxColumns-indent))
	return !strings.HasPrefix(text, "|") && strings.Contains(text[:end], " ")
}

func readGranted(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile(grantedWords)
	if err != nil {
		t.Fatal(err)
	}
	granted := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var rule, name string
		var n int
		if _, err := fmt.Sscan(line, &rule, &n, &name); err != nil {
			t.Fatalf("%s: %q is not a rule, a number and a file: %v", grantedWords, line, err)
		}
		granted[rule+" "+name] = n
	}
	return granted
}

// writeGranted writes the numbers of now where they are lower than those granted.
func writeGranted(t *testing.T, granted, now map[string]int) {
	t.Helper()
	var rows []string
	for _, key := range slices.SortedFunc(maps.Keys(granted), cmp.Compare[string]) {
		if n := min(granted[key], now[key]); n > 0 {
			rule, name, _ := strings.Cut(key, " ")
			rows = append(rows, fmt.Sprintf("%s %d %s\n", rule, n, name))
		}
	}
	if err := os.WriteFile(grantedWords, []byte(strings.Join(rows, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

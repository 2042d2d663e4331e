package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpusph/output/outputtest"
)

// documents are the tree's documents, by their paths.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	files(t, func(path string) {
		if filepath.Ext(path) != ".md" {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = string(text)
	})
	if len(all) < 10 {
		t.Fatalf("only %d documents are found", len(all))
	}
	return all
}

// TestDocumentsAreShort holds that the documents at the root and in docs have few words together,
// and so has each page of docs/design but the one with examples of code.
func TestDocumentsAreShort(t *testing.T) {
	const most, mostOfPage = 58_200, 800
	total := 0
	for path, text := range documents(t) {
		in, words := filepath.ToSlash(path), len(strings.Fields(text))
		in = strings.TrimPrefix(in, "../")
		if strings.Contains(in, "/") && !strings.HasPrefix(in, "docs/") {
			continue
		}
		total += words
		if words > mostOfPage && strings.HasPrefix(in, "docs/design/") &&
			!strings.HasSuffix(in, "/extending.md") {
			t.Errorf("%s has %d words; at most %d keep it readable", path, words, mostOfPage)
		}
	}
	if total > most {
		t.Errorf("the documents have %d words; say things once, in at most %d", total, most)
	}
}

var (
	link     = regexp.MustCompile(`\]\(([^)\s]*)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	anchored = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// anchors are the names that a document's headings have in links.
func anchors(text string) (names []string) {
	for _, h := range heading.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ReplaceAll(anchored.ReplaceAllString(strings.ToLower(h[1]),
			""), " ", "-"))
	}
	return names
}

// TestLinks holds that documents link to files and headings that exist.
func TestLinks(t *testing.T) {
	all := documents(t)
	for from, text := range all {
		for _, l := range link.FindAllStringSubmatch(text, -1) {
			target, anchor, _ := strings.Cut(l[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			path := from
			if target != "" {
				path = filepath.Join(filepath.Dir(from), target)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which is not there", from, l[1])
			} else if anchor != "" && !slices.Contains(anchors(all[path]), anchor) {
				t.Errorf("%s links to %s, but there is no such heading; there are %q", from, l[1],
					anchors(all[path]))
			}
		}
	}
}

// TestKeysAreDescribed holds that docs/reference/files.md names every key of every file.
func TestKeysAreDescribed(t *testing.T) {
	formats := documents(t)[filepath.Join(root, "docs", "reference", "files.md")]
	lists, err := fs.Glob(outputtest.Lists, "keys/*.txt")
	if err != nil || len(lists) < 8 {
		t.Fatalf("the lists of keys are %v: %v", lists, err)
	}
	for _, list := range lists {
		text, err := outputtest.Lists.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		for key := range strings.FieldsSeq(string(text)) {
			path := strings.Split(key, ".")
			name := strings.TrimSuffix(path[len(path)-1], "[]")
			if !strings.Contains(key, "=") && !strings.Contains(formats, "`"+name+"`") {
				t.Errorf("docs/reference/files.md does not describe `%s` of %s", name, list)
			}
		}
	}
}

var testName = regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]*`)

// TestNamedTests holds that the tests that documents and the Makefile name exist.
func TestNamedTests(t *testing.T) {
	exist := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	files(t, func(path string) {
		if !strings.HasSuffix(path, "_test.go") {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			exist[m[1]] = true
		}
	})
	named := documents(t)
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	named["Makefile"] = string(makefile)
	for path, text := range named {
		for _, name := range testName.FindAllString(text, -1) {
			if !exist[name] {
				t.Errorf("%s names %s, which does not exist", path, name)
			}
		}
	}
}

var variable = regexp.MustCompile(`GPUSPH_[A-Z_]+[A-Z]`)

// TestVariables holds that docs/design/testing.md describes every environment variable.
func TestVariables(t *testing.T) {
	testing := documents(t)[filepath.Join(root, "docs", "design", "testing.md")]
	files(t, func(path string) {
		if filepath.Ext(path) != ".go" {
			return
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range variable.FindAllString(string(text), -1) {
			if !strings.Contains(testing, name) {
				t.Errorf("docs/design/testing.md does not tell of %s, which %s has", name, path)
			}
		}
	})
}

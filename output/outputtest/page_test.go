package outputtest_test

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/internal/text"
	"gpusph/output/outputtest"
)

var update = flag.Bool("update", false, "write the keys of docs/reference/files.md")

// TestKeysOfPage holds that docs/reference/files.md has the keys of each file's newest version.
func TestKeysOfPage(t *testing.T) {
	const (
		page  = "../../docs/reference/files.md"
		begin = "<!-- By go test ./output/outputtest -run TestKeysOfPage -update -->\n"
		end   = "<!-- The end of the keys -->\n"
	)
	there, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(there), begin)
	got, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("%s lacks %q or %q", page, begin, end)
	}
	want := keysOfPage(t)
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("the keys of %s differ from the lists; -update writes them", page)
	}
	if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// newest has the version of the newest list of each kind of file.
func newest(t *testing.T) map[string]int {
	lists, err := fs.Glob(outputtest.Lists, "keys/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]int{}
	for _, list := range lists {
		name := strings.TrimSuffix(path.Base(list), ".txt")
		i := strings.LastIndexByte(name, '-')
		version, err := strconv.Atoi(name[i+1:])
		if err != nil {
			t.Fatalf("%s has no version: %v", list, err)
		}
		versions[name[:i]] = max(versions[name[:i]], version)
	}
	return versions
}

func keysOfPage(t *testing.T) string {
	versions := newest(t)
	known := map[string]string{} // keys of the summary and its parts, which other files have
	var b strings.Builder
	kinds := slices.Sorted(maps.Keys(versions))
	at := slices.Index(kinds, "summary")
	kinds = slices.Concat([]string{"summary"}, kinds[:at], kinds[at+1:])
	for _, kind := range kinds {
		list, err := outputtest.Lists.ReadFile(fmt.Sprintf("keys/%s-%d.txt", kind, versions[kind]))
		if err != nil {
			t.Fatal(err)
		}
		all := parse(string(list))
		fmt.Fprintf(&b, "\n### %s, version %d\n\n%s", kind, versions[kind], all.nested(known))
		for i, p := range all {
			if kind == "summary" {
				known[p.names()] = "the summary's `" + p.key + "`"
			}
			if tree := all.tree(p); i > 0 && len(p.below) > 3 && known[tree] == "" {
				known[tree] = fmt.Sprintf("the %s's `%s`", kind, p.key)
			}
		}
		whole := strings.TrimPrefix(all.tree(all[0]), "format version ")
		known[all[0].names()], known[whole] = "the "+kind, "the "+kind
	}
	return b.String() + "\n"
}

// A level is a key and those below it; the first has the keys of the file.
type level struct {
	key   string
	below []string
}

// names are those of the keys below, without their references.
func (l *level) names() string {
	return strings.Join(slices.DeleteFunc(slices.Clone(l.below), func(name string) bool {
		return strings.Contains(name, "=")
	}), " ")
}

type levels []*level

// tree has the names of a key's whole tree.
func (l levels) tree(p *level) string {
	all := []string{p.names()}
	for _, q := range l {
		if rest, below := strings.CutPrefix(q.key, p.key); below && q != p {
			all = append(all, strings.TrimPrefix(rest, ".")+":", q.names())
		}
	}
	return strings.Join(all, " ")
}

func parse(list string) (all levels) {
	for key := range strings.FieldsSeq(list) {
		name, same, also := strings.Cut(key, "=")
		parent := ""
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			parent, name = name[:i], name[i+1:]
		}
		i := slices.IndexFunc(all, func(l *level) bool { return l.key == parent })
		if i < 0 {
			i = len(all)
			all = append(all, &level{key: parent})
		}
		if also {
			name += "=" + same
		}
		all[i].below = append(all[i].below, name)
	}
	return all
}

// nested has a line for each key with keys below it. One with the keys of another names that.
func (l levels) nested(known map[string]string) string {
	known = maps.Clone(known)
	program := strings.Fields("program program_version command_line remarks")
	head := strings.Replace(quoted(l[0].below), quoted(program), "*the program*", 1)
	lines := []string{strings.TrimPrefix(head, "`format`, `version`, "), ""}
	whole := "\x00" // the key whose parts are known
	as := map[string]int{}
	for _, p := range l[1:] {
		if strings.HasPrefix(p.key, whole) {
			continue
		}
		first, ok := known[l.tree(p)]
		if !ok {
			first, ok = known[p.names()]
		}
		switch {
		case !ok || len(p.below) < 3:
			known[p.names()] = "`" + p.key + "`"
			lines = append(lines, "- `"+p.key+"`: "+quoted(p.below))
		case as[first] > 0:
			lines[as[first]] = strings.Replace(lines[as[first]], ": as", ", `"+p.key+"`: as", 1)
		default:
			as[first] = len(lines)
			lines = append(lines, "- `"+p.key+"`: as "+first)
		}
		if ok && strings.HasPrefix(first, "the ") {
			whole = p.key + "."
		}
	}
	for i, line := range lines {
		lines[i] = wrapped(line)
	}
	return strings.TrimSpace(strings.Join(lines, "")) + "\n"
}

// quoted has names as code, and in brackets those that have the keys of another.
func quoted(names []string) string {
	var all, alike []string
	for i, name := range names {
		if strings.Contains(name, "=") {
			continue
		}
		same := reference(names, i)
		if same == "" {
			all = append(all, "`"+name+"`")
			continue
		}
		alike = append(alike, "`"+name+"`")
		if same != reference(names, i+2) {
			all, alike = append(all, "("+strings.Join(alike, ", ")+": as `"+same+"`)"), nil
		}
	}
	return strings.Join(all, ", ")
}

// reference is the key whose keys the i-th name has, too.
func reference(names []string, i int) string {
	if i+1 >= len(names) || strings.Contains(names[i], "=") {
		return ""
	}
	_, same, _ := strings.Cut(names[i+1], "=")
	return same
}

// wrapped has at most 100 columns; the lines of a bullet are indented.
func wrapped(line string) string {
	indent := ""
	if strings.HasPrefix(line, "- ") {
		indent = "  "
	}
	lines := strings.Split(text.Wrap(line, 98), "\n")
	for i := range lines[1:] {
		lines[i+1] = indent + strings.TrimSpace(lines[i+1])
	}
	return strings.Join(lines, "\n") + "\n"
}

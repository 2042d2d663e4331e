package cli

import (
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/problems"
)

// caseTopic is the topic of help that has the whole format of case files.
const caseTopic = "case"

// caseTables are the tables of case files that a topic of help is about, or none.
func caseTables(topic string) (all []casefile.Table) {
	topic = strings.ToLower(strings.Trim(topic, "[]"))
	tables := casefile.Tables()
	if isCaseTopic(topic) {
		return tables
	}
	for _, t := range tables {
		below := strings.HasPrefix(t.Name, topic+".") || strings.HasSuffix(t.Name, "."+topic)
		if t.Name == topic && topic != "" || below {
			all = append(all, t)
		}
	}
	return all
}

// isCaseTopic reports whether a topic of help is case files as a whole.
func isCaseTopic(topic string) bool {
	all := []string{caseTopic, "cases", "casefile", "case-file", "file"}
	return slices.Contains(all, strings.ToLower(topic))
}

// someKeys is how many keys of a table its heading names.
const someKeys = 5

// writeCaseHeadings writes a line for each table of case files.
func writeCaseHeadings(b *strings.Builder) {
	b.WriteString("A case file is a flow as text, in TOML. gpusph init writes one to begin with, " +
		"gpusph check FILE.toml looks at it, and gpusph FILE.toml runs it. Its tables, and the first " +
		"of their keys:\n\n")
	var rows [][2]string
	for _, t := range casefile.Tables() {
		var names []string
		for _, k := range t.Keys {
			for _, row := range rowsOfKey(t, k) {
				name, _, _ := strings.Cut(row[0], " (")
				names = append(names, name)
			}
		}
		if more := len(names) - someKeys; more > 1 {
			names = append(names[:someKeys], fmt.Sprintf("%d more", more))
		}
		title := strings.TrimSuffix(titleOfTable(t), ", any number of them")
		title, _, _ = strings.Cut(title, ", of a wall")
		rows = append(rows, [2]string{title, strings.Join(names, ", ")})
	}
	writeRows(b, rows)
	b.WriteString("\ngpusph help case inlet has all about a table, gpusph help case discharge finds " +
		"a key, and gpusph help case all prints everything.\n")
}

// CaseTopics are the names of tables of case files, for errors.
func CaseTopics() (names []string) {
	names = append(names, caseTopic)
	for _, t := range casefile.Tables() {
		if t.Name != "" && !strings.Contains(t.Name, ".") {
			names = append(names, t.Name)
		}
	}
	return names
}

// writeCaseTables writes what keys tables of case files have.
func writeCaseTables(b *strings.Builder, tables []casefile.Table) {
	if len(tables) > 1 && tables[0].Name == "" {
		b.WriteString("A case file is a flow as text, in TOML. gpusph init writes one to begin " +
			"with, gpusph check FILE.toml looks at it, and gpusph FILE.toml runs it. " +
			"Lengths are in metres, times in seconds, angles in degrees. " +
			"Points are [x, y, z], with gravity along -z; in two dimensions they are [x, z].\n\n")
	}
	for i, t := range tables {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(titleOfTable(t) + ":\n")
		var rows [][2]string
		for _, k := range t.Keys {
			rows = append(rows, rowsOfKey(t, k)...)
		}
		writeRows(b, rows)
	}
	b.WriteString("\ngpusph help and the name of a table or a shape lists its keys alone, " +
		"as gpusph help wall.\n")
}

// titleOfTable is how a table stands in a file.
func titleOfTable(t casefile.Table) string {
	switch {
	case t.Name == "":
		return "At the top of the file"
	case t.Name == "shape":
		return "A shape, of a wall or a fluid: one of the first, and how it is moved"
	case t.Many:
		return "[[" + t.Name + "]], any number of them"
	case slices.Contains(topLevel(), t.Name):
		return "[" + t.Name + "]"
	}
	return t.Name[strings.LastIndexByte(t.Name, '.')+1:] + " = { … }" + insideOf(t.Name)
}

// insideOf is where a table stands that is a value.
func insideOf(name string) string {
	if table, _, ok := strings.Cut(name, "."); ok {
		return ", in " + table
	}
	return ""
}

// topLevel are the tables that have a heading of their own.
func topLevel() []string { return []string{"domain", "physics", "turning", "run"} }

// rowsOfKey are a key and what it is. Options of the physics are told one by one.
func rowsOfKey(t casefile.Table, k casefile.Key) (rows [][2]string) {
	switch {
	case k.Kind == "option" && t.Name == "physics":
		for _, o := range problems.CaseOptions() {
			value, what := Meaning(o.Flag)
			name := strings.TrimSpace(o.Name + " " + strings.TrimSuffix(value, "64"))
			rows = append(rows, [2]string{name, what})
		}
		return rows
	case k.Kind == "option":
		what := "of the command line, which gpusph help run lists, as output-interval = 0.1"
		return [][2]string{{"options", what}}
	case k.Kind == "shape":
		return [][2]string{{"a shape", "one of those of gpusph help shape, and how it is moved"}}
	}
	what := k.Help
	if k.Unit != "" {
		what = strings.TrimSpace(what + " [" + k.Unit + "]")
	}
	if k.Need {
		what = strings.TrimSuffix("needed; "+what, "; ")
	}
	return [][2]string{{k.Name + " (" + k.Kind + ")", what}}
}

// writeRows writes two columns.
func writeRows(b *strings.Builder, rows [][2]string) {
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r[0]))
	}
	for _, r := range rows {
		b.WriteString(strings.TrimRight(fmt.Sprintf("    %-*s  %s", wide, r[0], r[1]), " ") + "\n")
	}
}

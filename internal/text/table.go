package text

import (
	"strings"
	"unicode/utf8"
)

// Align writes rows in columns, the first few to the left, the others to the right.
func Align(b *strings.Builder, rows [][]string, left int) {
	align(b, rows, func(column int) bool { return column < left })
}

// AlignRows writes rows in columns. The layout has a letter for each: l to the left, r to the
// right. Where it begins with a space, so do rows.
func AlignRows(b *strings.Builder, rows [][]string, layout string) {
	if len(rows) == 0 {
		return
	}
	letters := strings.ReplaceAll(layout, " ", "")
	var lines strings.Builder
	align(&lines, rows, func(column int) bool { return letters[column] == 'l' })
	indent := ""
	if strings.HasPrefix(layout, " ") {
		indent = "  "
	}
	for line := range strings.Lines(lines.String()) {
		b.WriteString(indent + line)
	}
}

func align(b *strings.Builder, rows [][]string, left func(column int) bool) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if left(i) {
				line.WriteString(cell + pad + "  ")
			} else {
				line.WriteString(pad + cell + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

package text

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// narrowIndent is where the second column of a row goes, below the first one, if it would begin in
// the right half.
const narrowIndent = 8

// gap is what is between two columns of a row.
var gap = regexp.MustCompile(`\S {2,}`)

// Wrap breaks the lines of a text at words, so that none has more than width characters. A line
// that continues another begins where the text of that one does: behind its indentation, and in a
// table at the last column that begins in the left half. Words that are longer than the width stay
// whole.
func Wrap(s string, width int) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(s, "\n") {
		line, ended := strings.CutSuffix(line, "\n")
		wrapLine(&b, line, width)
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// wrapLine writes a line as one or more.
func wrapLine(b *strings.Builder, line string, width int) {
	if utf8.RuneCountInString(line) <= width {
		b.WriteString(line)
		return
	}
	head := line[:len(line)-len(strings.TrimLeft(line, " "))]
	for i, column := range gap.FindAllStringIndex(line, -1) {
		if before := line[:column[1]]; i == 0 || utf8.RuneCountInString(before) <= width/2 {
			head = before
		}
	}
	indent := utf8.RuneCountInString(head)
	b.WriteString(strings.TrimRight(head, " "))
	at := utf8.RuneCountInString(strings.TrimRight(head, " "))
	gap := head[len(strings.TrimRight(head, " ")):]
	if strings.TrimSpace(head) != "" && indent > width/2 {
		indent = narrowIndent
		gap = "\n" + strings.Repeat(" ", indent)
	}
	for _, word := range strings.Fields(line[len(head):]) {
		n := utf8.RuneCountInString(word)
		lead, _ := strings.CutPrefix(gap, "\n")
		if gap != lead { // the text begins on a line of its own
			at = 0
		}
		if gap == " " && at+1+n > width {
			gap = "\n" + strings.Repeat(" ", indent)
			lead, at = gap[1:], 0
		}
		b.WriteString(gap + word)
		at += utf8.RuneCountInString(lead) + n
		gap = " "
	}
}

package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Count is "1 device" or "2 devices".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

// Or is "a, b or c".
func Or(words []string) string { return list(words, " or ") }

// OrQuoted is that with each word in quotes.
func OrQuoted(words []string) string {
	var all []string
	for _, w := range words {
		all = append(all, strconv.Quote(w))
	}
	return Or(all)
}

// And is "a, b and c".
func And(words []string) string { return list(words, " and ") }

func list(words []string, before string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + before + words[last]
}

// Nearest is the candidate that somebody may have meant by word: the first that
// the fewest edits turn it into, if they are few, else the first that begins so.
// It is empty where there is none.
func Nearest(word string, candidates []string) string {
	word = strings.ToLower(word)
	best, least := "", 0
	for _, c := range candidates {
		if d := edits(word, strings.ToLower(c)); d <= slips(word, c) && (best == "" || d < least) {
			best, least = c, d
		}
	}
	for _, c := range candidates {
		if best == "" && len(word) > 2 && strings.HasPrefix(strings.ToLower(c), word) {
			best = c
		}
	}
	return best
}

// slips is how many edits may still be a slip: one of a short word, else two or a third
// of the letters. Where a letter of three is replaced, it is another word: dp is not dt. So are
// words of five letters that begin otherwise: slope is not slide, but width may be wide.
func slips(word, meant string) int {
	switch {
	case len(word) <= 3 && len(word) == len(meant) && !sameLetters(word, strings.ToLower(meant)):
		return 0
	case len(word) <= 3:
		return min(1, len(word)-1)
	case len(word) <= 5 && len(meant) <= 5 && !strings.HasPrefix(strings.ToLower(meant), word[:3]):
		return 1
	}
	return max(2, max(len(word), len(meant))/3)
}

// sameLetters reports whether two words have the same letters, in any order.
func sameLetters(a, b string) bool {
	x, y := []byte(a), []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Meant is "; did you mean paper?" about the candidate that is near, or nothing.
func Meant(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// edits is the number of letters to insert, drop, replace, or swap with the
// next, that turns a into b (optimal string alignment).
func edits(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			change := row[j]
			if a[i] != b[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}

// Printable is a text without what would move the cursor of a terminal, for names that come from
// files.
func Printable(s string) string {
	return strings.Map(func(c rune) rune {
		if c != '\n' && (c < ' ' || c >= 0x7f && c < 0xa0) {
			return '?'
		}
		return c
	}, s)
}

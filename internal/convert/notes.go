package convert

// Notes of what was not taken, ranked by what they mean for the flow.

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Rank says what a note means for the flow.
type Rank int

// The ranks, the most important one first.
const (
	ChangesFlow  Rank = iota // the flow is another one, or cannot run
	Approximated             // the flow is meant, but some of it differs a little
	Information              // nothing of the flow differs
)

// From is what a note is about. The earlier ones are reasons of the later ones.
type From int

// What notes are about, the first reason first.
const (
	TheWhole   From = iota // the definition as a whole
	AnElement              // an element of it, and what is missing for that
	TheCheck               // what check finds in the case file
	Comparison             // what differs from what GenCase makes
)

// Note is something that was not taken, or otherwise than it was meant.
type Note struct {
	Rank Rank
	From From
	Line int // of the definition; 0 for the case as a whole
	Text string
	More int // notes that differ from it in line and numbers only
}

// String is the note behind its line.
func (n Note) String() string {
	s := n.Text
	if n.Line > 0 {
		s = fmt.Sprintf("line %d: %s", n.Line, n.Text)
	}
	if n.More > 0 {
		s += fmt.Sprintf(" (and %d more like it)", n.More)
	}
	return s
}

// Sort orders notes by rank, then by what they are about and by line. It drops repeats, and joins
// those that change the flow and differ in numbers only.
func Sort(notes []Note) []Note {
	slices.SortStableFunc(notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.From, b.From),
			cmp.Compare(a.Line, b.Line))
	})
	var all []Note
	at, seen := map[string]int{}, map[Note]bool{}
	for _, n := range notes {
		if seen[n] {
			continue
		}
		seen[n] = true
		key := fmt.Sprint(n.Rank, n.From, " ", numbersIn.ReplaceAllString(n.Text, "0"))
		if k, is := at[key]; is && n.Rank == ChangesFlow {
			all[k].More += 1 + n.More
			continue
		}
		at[key] = len(all)
		all = append(all, n)
	}
	return all
}

var numbersIn = regexp.MustCompile(`[0-9]+`)

// ranked is an error with the rank of the note that it becomes.
type ranked struct {
	error
	rank Rank
}

func approximately(format string, args ...any) error {
	return ranked{fmt.Errorf(format, args...), Approximated}
}

func merely(format string, args ...any) error {
	return ranked{fmt.Errorf(format, args...), Information}
}

// skip notes an element that was not taken, without which the flow is another one.
func (r *reader) skip(e *element, format string, args ...any) {
	r.note(ChangesFlow, e, format, args...)
}

// near notes an element that was taken nearly as it is meant.
func (r *reader) near(e *element, format string, args ...any) {
	r.note(Approximated, e, format, args...)
}

// inform notes an element that changes nothing of the flow.
func (r *reader) inform(e *element, format string, args ...any) {
	r.note(Information, e, format, args...)
}

// fail notes an error, as one that changes the flow unless it has another rank.
func (r *reader) fail(e *element, err error) {
	rank := ChangesFlow
	if is := (ranked{}); errors.As(err, &is) {
		rank = is.rank
	}
	r.note(rank, e, "%v", err)
}

func (r *reader) note(rank Rank, e *element, format string, args ...any) {
	name := "<" + e.name + ">"
	if key := e.value("key"); e.name == "parameter" {
		name = fmt.Sprintf("<parameter key=%q>", key)
	}
	r.notes = append(r.notes, Note{Rank: rank, From: AnElement, Line: e.line,
		Text: name + ": " + fmt.Sprintf(format, args...)})
}

// whole notes something about the case as a whole.
func (r *reader) whole(rank Rank, format string, args ...any) {
	r.notes = append(r.notes, Note{Rank: rank, Text: fmt.Sprintf(format, args...)})
}

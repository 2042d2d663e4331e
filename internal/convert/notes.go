package convert

// Notes of what was not taken, ranked by what they mean for the flow.

import (
	"cmp"
	"errors"
	"fmt"
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

// Note is something that was not taken, or otherwise than it was meant.
type Note struct {
	Rank Rank
	Line int // of the definition; 0 for the case as a whole
	Text string
}

// String is the note behind its line.
func (n Note) String() string {
	if n.Line == 0 {
		return n.Text
	}
	return fmt.Sprintf("line %d: %s", n.Line, n.Text)
}

// Sort orders notes by rank, then by line, and drops repeats.
func Sort(notes []Note) []Note {
	slices.SortStableFunc(notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(notes)
}

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
	r.notes = append(r.notes, Note{rank, e.line, name + ": " + fmt.Sprintf(format, args...)})
}

// whole notes something about the case as a whole.
func (r *reader) whole(rank Rank, format string, args ...any) {
	r.notes = append(r.notes, Note{Rank: rank, Text: fmt.Sprintf(format, args...)})
}

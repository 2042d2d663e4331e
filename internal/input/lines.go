package input

import (
	"bytes"
	"fmt"
	"io"
)

// MaxLine is how long a line of a table may be [bytes].
const MaxLine = 4 << 20

// Lines passes a table of text on, and fails where one of its lines is none: it is longer than
// MaxLine, has a zero byte, or ends within quotes. So whoever keeps a line in memory, as package
// csv does, needs no more than that for it, also of a file that is damaged or something else.
func Lines(from io.Reader) io.Reader { return &lines{from: from, number: 1} }

type lines struct {
	from           io.Reader
	number, length int // of the line
	quoted         bool
}

func (l *lines) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		line, more, ends := bytes.Cut(rest, []byte("\n"))
		if wrong := l.take(line, ends); wrong != nil {
			return 0, wrong
		}
		rest = more
	}
	return n, err
}

// take takes a piece of a line, which ends with it or not.
func (l *lines) take(piece []byte, ends bool) error {
	l.length += len(piece)
	l.quoted = l.quoted != (bytes.Count(piece, []byte(`"`))%2 == 1)
	switch {
	case bytes.IndexByte(piece, 0) >= 0:
		return fmt.Errorf("line %d has a zero byte: it is damaged, or no table of text", l.number)
	case l.length > MaxLine:
		return fmt.Errorf("line %d is longer than %s: it is damaged, or no table of text", l.number,
			mebibytes(MaxLine))
	case ends && l.quoted:
		return fmt.Errorf("line %d ends within quotes", l.number)
	case ends:
		l.number, l.length = l.number+1, 0
	}
	return nil
}

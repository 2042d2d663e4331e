package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"gpusph/internal/text"
)

// Widths of texts for people, in characters.
const (
	unknownWidth = 80  // where there is no terminal
	maxWidth     = 100 // longer lines are hard to read
	minWidth     = 20
)

// textWidth is the width of texts on a file: that of the terminal, within limits. The variable
// COLUMNS of the environment takes the place of what the terminal reports.
func textWidth(f *os.File) int {
	columns := unknownWidth
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		columns = n
	} else if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		columns = n
	}
	return max(minWidth, min(columns, maxWidth))
}

// PrintWrapped prints a text for people on standard output, in lines that fit.
func PrintWrapped(write func(*strings.Builder)) error {
	return WriteAll(Stdout, func(b *strings.Builder) {
		var whole strings.Builder
		write(&whole)
		b.WriteString(text.Wrap(whole.String(), textWidth(os.Stdout)))
	})
}

// PrintError prints an error as one line, which only a terminal gets in lines that fit.
func PrintError(f *os.File, err error) {
	writeError(f, err, term.IsTerminal(int(f.Fd())), textWidth(f))
}

func writeError(to io.Writer, err error, terminal bool, width int) {
	words := "gpusph: " + OneLine(err)
	if terminal {
		words = text.Wrap(words, width)
	}
	fmt.Fprintln(to, words)
}

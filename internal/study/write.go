package study

import (
	"io"
	"path/filepath"
	"strings"

	"gpusph/internal/text"
	"gpusph/output"
)

// Write writes the results of a study into its directory, in files of a name: all of them as JSON,
// a table as CSV, a text, and a page.
func Write(dir, name string, all any, csv func(io.Writer) error, words func(*strings.Builder),
	page func(io.Writer) error) error {
	for _, file := range []struct {
		ending string
		write  func(io.Writer) error
	}{
		{".json", func(w io.Writer) error { return output.WriteJSON(w, all) }},
		{".csv", csv},
		{".txt", func(w io.Writer) error {
			var b strings.Builder
			words(&b)
			_, err := io.WriteString(w, text.Printable(b.String()))
			return err
		}},
		{".html", page},
	} {
		if err := output.WriteFile(filepath.Join(dir, name+file.ending), file.write); err != nil {
			return err
		}
	}
	return nil
}

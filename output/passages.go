package output

import (
	"fmt"

	"gpusph/internal/text"
	"gpusph/sph"
)

// PassageRows is a table of what has come and gone through the boundary, with a row of names first;
// nil where nothing has.
func PassageRows(all []sph.Passage) [][]string {
	if len(all) == 0 {
		return nil
	}
	title := fmt.Sprintf("Through %s [%s]", sph.PassagesAre(), all[0].Unit)
	rows := [][]string{{title, "Volume", "Prescribed", "Particles in", "Out", "Born", "Removed", ""}}
	for _, o := range all {
		prescribed := "—"
		if o.Prescribed != nil {
			prescribed = text.Number(*o.Prescribed)
		}
		rows = append(rows, []string{o.Kind + " " + o.Name, text.Number(o.Volume), prescribed,
			text.Thousands(o.In), text.Thousands(o.Out), text.Thousands(o.Born),
			text.Thousands(o.Removed), o.Given})
	}
	return rows
}

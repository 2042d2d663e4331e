package output

import (
	"fmt"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Ledger counts all particles of a flow in which some are born and removed.
type Ledger struct {
	Began   int `json:"began"`
	Born    int `json:"born"`
	Removed int `json:"removed"` // at planes
	Left    int `json:"left"`    // the domain, elsewhere
	Present int `json:"present"` // counted by the devices
}

// newLedger is that of a flow that began with a number of particles; nil where none are born.
func newLedger(began int, p *sph.Progress) *Ledger {
	if len(p.Crossings) == 0 {
		return nil
	}
	return &Ledger{began, p.Born, p.Removed(), p.Escaped(), p.Particles}
}

// Note is a line on a ledger; "" where there is none.
func (l *Ledger) Note() string {
	if l == nil {
		return ""
	}
	sum := l.Began + l.Born - l.Removed - l.Left
	line := fmt.Sprintf("Particles: %s at the start + %s born - %s removed - %s that left the domain "+
		"= %s", text.Thousands(l.Began), text.Thousands(l.Born), text.Thousands(l.Removed),
		text.Thousands(l.Left), text.Thousands(sum))
	if sum == l.Present {
		return line + "; as many are present."
	}
	return line + fmt.Sprintf("; but %s are present.", text.Thousands(l.Present))
}

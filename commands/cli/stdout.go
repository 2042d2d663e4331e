package cli

import (
	"io"
	"os"
)

// Stdout is where commands print. It keeps the first error, which main tells at the
// end, so commands need not look.
var Stdout = &printer{to: os.Stdout}

type printer struct {
	to  io.Writer
	Err error
}

// Discard lets nothing be printed.
func (p *printer) Discard() { p.to = io.Discard }

// Redirect prints to w, until back is called.
func (p *printer) Redirect(w io.Writer) (back func()) {
	was := p.to
	p.to = w
	return func() { p.to = was }
}

func (p *printer) Write(text []byte) (int, error) {
	if p.Err == nil {
		_, p.Err = p.to.Write(text)
	}
	return len(text), nil
}

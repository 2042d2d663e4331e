package cli

import (
	"io"
	"os"
)

// Stdout is where commands print. It keeps the first error, so that main can tell
// it at the end.
var Stdout = &printer{to: os.Stdout}

type printer struct {
	to  io.Writer
	Err error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.to.Write(text)
	if p.Err == nil {
		p.Err = err
	}
	return n, err
}

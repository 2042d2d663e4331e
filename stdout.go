package main

import (
	"io"
	"os"
)

// stdout is where commands print. It keeps the first error, so that main can tell
// it at the end.
var stdout = &printer{to: os.Stdout}

type printer struct {
	to  io.Writer
	err error
}

func (p *printer) Write(text []byte) (int, error) {
	n, err := p.to.Write(text)
	if p.err == nil {
		p.err = err
	}
	return n, err
}

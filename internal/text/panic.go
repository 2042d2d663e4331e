package text

import (
	"fmt"
	"runtime/debug"
)

// Panic is the error of something that panicked.
type Panic struct {
	Where string // it was
	Value any
	Stack string // of the goroutine
}

func (p *Panic) Error() string {
	return fmt.Sprintf("%s: the program has panicked: %v; this is a bug, and run.log has where",
		p.Where, p.Value)
}

// Recover makes an error of a panic. It is deferred.
func Recover(where string, err *error) {
	if v := recover(); v != nil {
		*err = &Panic{where, v, string(debug.Stack())}
	}
}

package run

import (
	"sync"

	"gpusph/output"
)

// logFile is run.log. It keeps the first error, which a logger drops. Several goroutines may use
// it.
type logFile struct {
	*output.Growing
	mutex sync.Mutex
	err   error
}

func (l *logFile) Write(line []byte) (int, error) {
	n, err := l.Growing.Write(line)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.err == nil {
		l.err = err
	}
	return n, err
}

// failed is that error.
func (l *logFile) failed() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.err
}

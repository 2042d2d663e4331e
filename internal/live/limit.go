package live

import (
	"net"
	"sync"
	"syscall"
)

// mostConnections is how many connections a page has at once, of readers and of whoever else can
// reach it. The others wait in the kernel, where they take none of the file descriptors that the
// run needs.
const mostConnections = 64

// limited is a listener that accepts a given number of connections at once.
type limited struct {
	net.Listener
	room   chan struct{}
	closed chan struct{}
	once   sync.Once
}

// newLimited leaves most of the descriptors that the process may have to the run.
func newLimited(l net.Listener) *limited {
	most := mostConnections
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err == nil {
		most = int(max(1, min(uint64(most), files.Cur/8)))
	}
	return &limited{Listener: l, room: make(chan struct{}, most), closed: make(chan struct{})}
}

// Accept waits for room, and then for a connection.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
}

// Close ends it, also while Accept waits for room.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// counted is a connection that makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
}

func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

package control

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// ErrGone is that the controlling program has closed the socket, or has ended.
var ErrGone = errors.New("the controlling program has gone")

// maxMessage is how long a message to a run may be [bytes], and patience how long one of a run may
// wait to be taken.
const (
	maxMessage = 16 << 20
	patience   = time.Minute
)

// Server is the socket of a run, for one program of the same user.
type Server struct {
	path     string
	listener *net.UnixListener
	conn     net.Conn
	lines    chan []byte // that have come; closed once the program has gone
	closed   chan struct{}
}

// Listen makes the socket, which only the user may open, in a folder that others may not write
// into.
func Listen(path string) (*Server, error) {
	if err := checkFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	const longest = 107 // of the name of a socket [bytes]
	if len(path) > longest {
		return nil, fmt.Errorf("the name %s is longer than the %d bytes that a socket may have; use a "+
			"shorter one", path, longest)
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode().Type() != os.ModeSocket {
			return nil, fmt.Errorf("%s is there and is no socket; use another name", path)
		}
		if c, err := net.Dial("unix", path); err == nil {
			c.Close()
			return nil, fmt.Errorf("%s is the socket of another run; use another name", path)
		}
		if err := os.Remove(path); err != nil { // of a run that was killed
			return nil, err
		}
	}
	before := syscall.Umask(0o177)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	syscall.Umask(before)
	if err != nil {
		return nil, err
	}
	return &Server{path: path, listener: l, lines: make(chan []byte, 1),
		closed: make(chan struct{})}, nil
}

// checkFolder refuses a folder in which others could put a socket in the place of the run's.
func checkFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", dir)
	case ok && int(owner.Uid) != os.Getuid():
		return fmt.Errorf("the folder %s is of another user; make one of your own, as with mktemp -d",
			dir)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("others may write into the folder %s; use one of your own, as mktemp -d makes "+
			"it, or chmod go-w", dir)
	}
	return nil
}

// Accept waits for the program, and tells it of the run. Programs of other users are refused.
func (s *Server) Accept(ctx context.Context, hello *Hello) error {
	stop := context.AfterFunc(ctx, func() { s.listener.SetDeadline(time.Now()) })
	defer stop()
	for {
		c, err := s.listener.AcceptUnix()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return err
		}
		if !ofUser(c) {
			c.Close()
			continue
		}
		s.conn = c
		break
	}
	s.listener.Close() // which removes the socket: there is one program
	go s.read()
	return s.Send(hello)
}

// ofUser reports whether the other end is a program of this user.
func ofUser(c *net.UnixConn) bool {
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	ours := false
	raw.Control(func(fd uintptr) {
		who, err := syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
		ours = err == nil && int(who.Uid) == os.Getuid()
	})
	return ours
}

// read takes lines until the program goes.
func (s *Server) read() {
	defer close(s.lines)
	in := bufio.NewScanner(s.conn)
	in.Buffer(nil, maxMessage)
	for in.Scan() {
		select {
		case s.lines <- append([]byte(nil), in.Bytes()...):
		case <-s.closed:
			return
		}
	}
}

// Receive waits for a message. The error of one that cannot be done is for Send, unless the program
// has gone, or the context is done.
func (s *Server) Receive(ctx context.Context) (*Request, error) {
	select {
	case line, ok := <-s.lines:
		if !ok {
			return nil, ErrGone
		}
		r := &Request{}
		if err := strictly(line, r); err != nil {
			return nil, fmt.Errorf("a message cannot be read: %w", err)
		}
		return r, r.check()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// strictly reads JSON without unknown keys.
func strictly(line []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(to)
}

// Send sends a message as a line.
func (s *Server) Send(message any) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	s.conn.SetWriteDeadline(time.Now().Add(patience))
	if _, err := s.conn.Write(append(line, '\n')); err != nil {
		return ErrGone
	}
	if arrays, ok := message.(*Arrays); ok {
		for k := range arrays.Arrays {
			s.conn.SetWriteDeadline(time.Now().Add(patience))
			if _, err := s.conn.Write(arrays.Arrays[k].data); err != nil {
				return ErrGone
			}
		}
	}
	return nil
}

// Close closes and removes the socket.
func (s *Server) Close() {
	close(s.closed)
	s.listener.Close()
	if s.conn != nil {
		s.conn.Close()
	}
}

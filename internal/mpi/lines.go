package mpi

import (
	"bufio"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"gpusph/sph/exchange"
)

// lines are connections between the first process and the others, beside MPI. They tell at once
// where a process has died, in time where its machine has, and of errors, whatever state MPI is in.
// Each end says something every second.
type lines struct {
	world  *World
	mu     sync.Mutex
	ends   map[int]net.Conn // by rank
	closed bool
	advice string        // for those who have lost the first process
	gone   bool          // they have
	left   chan struct{} // the first process leaves; closed
	over   chan struct{} // nothing more is heard of the first process; closed
	once   sync.Once
}

// What is said, each in a line of its own.
const (
	alive  = "alive"
	failed = "failed " // and why
	leaves = "leave"
	known  = "if this one is lost: " // what to say
)

// beginTag is of messages by which processes tell how they are reached.
const beginTag = exchange.MaxTag

// connect connects the first process with all others.
func connect(w *World) (*lines, error) {
	l := &lines{world: w, ends: map[int]net.Conn{}, left: make(chan struct{}),
		over: make(chan struct{})}
	if w.Rank() > 0 {
		room := make([]byte, 4096)
		if err := w.Swap(nil, []exchange.Message{{Peer: 0, Tag: beginTag, Bytes: room}}); err != nil {
			return nil, err
		}
		secret, addresses, _ := strings.Cut(textOf(room), " ")
		if secret == failedWord {
			return nil, fmt.Errorf("process 0 cannot be reached: %s", addresses)
		}
		c, err := dial(strings.Fields(addresses))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(c, "%s %d\n", secret, w.Rank())
		l.ends[0] = c
		l.keep(0, c, bufio.NewReader(c))
		return l, nil
	}
	listener, err := net.Listen("tcp", ":0")
	text := failedWord
	var random [16]byte
	rand.Read(random[:])
	secret := hex.EncodeToString(random[:])
	if err == nil {
		text = secret + " " + strings.Join(addressesOf(listener), " ")
	} else {
		text += " " + err.Error()
	}
	message := make([]byte, 4096)
	copy(message, text)
	var all []exchange.Message
	for rank := 1; rank < w.Count(); rank++ {
		all = append(all, exchange.Message{Peer: rank, Tag: beginTag, Bytes: message})
	}
	if e := w.Swap(all, nil); err != nil || e != nil {
		return nil, fmt.Errorf("the other processes cannot reach this one: %w", firstOf(err, e))
	}
	defer listener.Close()
	arrived, err := await(listener, w.Count()-1, secret, patience)
	if err != nil {
		return nil, err
	}
	for rank, a := range arrived {
		l.ends[rank] = a.conn
	}
	for rank, a := range arrived {
		l.keep(rank, a.conn, a.from)
	}
	return l, nil
}

// arrival is a connection of another process.
type arrival struct {
	rank int
	conn net.Conn
	from *bufio.Reader
}

// mostStrangers is how many connections may be about to say who they are; the others wait.
const mostStrangers = 64

// await waits for a given number of other processes, each of which says the secret. Strangers, who
// say nothing or something else, do not delay it: each connection has its own time to say it.
func await(listener net.Listener, count int, secret string,
	patience time.Duration) (map[int]arrival, error) {
	found, over, room := make(chan arrival), make(chan struct{}), make(chan struct{}, mostStrangers)
	defer close(over)
	go func() {
		for {
			select {
			case room <- struct{}{}:
			case <-over:
				return
			}
			c, err := listener.Accept()
			if err != nil {
				return // it is closed
			}
			go func() {
				defer func() { <-room }()
				if a, ok := greet(c, secret, patience/5); ok {
					select {
					case found <- a:
						return
					case <-over:
					}
				}
				c.Close()
			}()
		}
	}()
	all := map[int]arrival{}
	late := time.After(patience)
	for len(all) < count {
		select {
		case a := <-found:
			if _, twice := all[a.rank]; twice || a.rank < 1 || a.rank > count {
				a.conn.Close() // somebody else
				continue
			}
			all[a.rank] = a
		case <-late:
			for _, a := range all {
				a.conn.Close()
			}
			return nil, fmt.Errorf("%d of %d other processes have reached this one within %v by TCP: a "+
				"firewall between the machines may be why",
				len(all), count, patience)
		}
	}
	return all, nil
}

// greet reads who a connection is of.
func greet(c net.Conn, secret string, patience time.Duration) (a arrival, ok bool) {
	c.SetReadDeadline(time.Now().Add(patience))
	a = arrival{conn: c, from: bufio.NewReader(c)}
	line, err := a.from.ReadSlice('\n') // as much as the buffer has room for
	said, number, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
	rank, e := strconv.Atoi(number)
	a.rank = rank
	return a, err == nil && e == nil && said == secret
}

const failedWord = "failed"

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// addressesOf are those under which others may reach a listener: its own machine's first, for
// processes there.
func addressesOf(l net.Listener) (all []string) {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	host, _ := os.Hostname()
	all = append(all, host+"@"+net.JoinHostPort("127.0.0.1", port))
	addresses, _ := net.InterfaceAddrs()
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok && !n.IP.IsLoopback() && !n.IP.IsLinkLocalUnicast() {
			all = append(all, "@"+net.JoinHostPort(n.IP.String(), port))
		}
	}
	return all
}

// dial tries the addresses.
func dial(addresses []string) (c net.Conn, err error) {
	own, _ := os.Hostname()
	var tried []string
	for _, a := range addresses {
		host, address, _ := strings.Cut(a, "@")
		if host != "" && host != own {
			continue
		}
		if c, err = net.DialTimeout("tcp", address, patience/3); err == nil {
			return c, nil
		}
		tried = append(tried, address)
	}
	return nil, fmt.Errorf("process 0 cannot be reached by TCP at %s: %w", strings.Join(tried, " or "),
		err)
}

// keep says that this process is alive, and listens to the other end.
func (l *lines) keep(rank int, c net.Conn, r *bufio.Reader) {
	go func() {
		for {
			c.SetWriteDeadline(time.Now().Add(patience))
			if _, err := io.WriteString(c, alive+"\n"); err != nil {
				return // who reads knows why
			}
			time.Sleep(time.Second)
		}
	}()
	go func() {
		for {
			c.SetReadDeadline(time.Now().Add(patience))
			line, err := r.ReadString('\n')
			if timedOut(err) { // it may have spoken while this process itself did not run
				c.SetReadDeadline(time.Now().Add(patience / 5))
				var rest string
				rest, err = r.ReadString('\n')
				line += rest
			}
			line = strings.TrimSuffix(line, "\n")
			switch {
			case err != nil:
				l.lost(rank, err)
				if rank == 0 {
					close(l.over)
				}
				return
			case line == leaves:
				l.once.Do(func() { close(l.left) })
				// where this one still waits for something
				time.AfterFunc(patience/5, func() { l.world.engine.fail(ErrEnded) })
			case strings.HasPrefix(line, known):
				l.mu.Lock()
				l.advice = strings.TrimPrefix(line, known)
				l.mu.Unlock()
			case strings.HasPrefix(line, failed):
				why := fmt.Errorf("%s", strings.TrimPrefix(line, failed))
				l.world.engine.fail(why)
				if rank > 0 { // the others hear of it from the first
					l.tell(why)
				}
			}
		}
	}()
}

func timedOut(err error) bool {
	e, ok := err.(net.Error)
	return ok && e.Timeout()
}

// lost ends all where another process has gone without a word.
func (l *lines) lost(rank int, err error) {
	l.mu.Lock()
	closed := l.closed
	l.mu.Unlock()
	if closed {
		return
	}
	why := fmt.Errorf("process %d is lost: it has ended", rank)
	if timedOut(err) {
		why = fmt.Errorf("process %d is lost: it has not said anything for %v", rank, patience)
	}
	l.mu.Lock()
	l.gone = rank == 0
	l.mu.Unlock()
	l.world.engine.fail(why)
	if rank > 0 {
		l.tell(why)
	}
}

// tell tells the other ends of an error.
func (l *lines) tell(err error) {
	l.say(failed + strings.ReplaceAll(err.Error(), "\n", "; "))
}

func (l *lines) say(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.ends {
		c.SetWriteDeadline(time.Now().Add(time.Second))
		io.WriteString(c, what+"\n")
	}
}

// leave lets all end together: the first says so, and the others wait for it. It reports whether
// they do.
func (l *lines) leave() bool {
	if l.world.Rank() == 0 {
		l.say(leaves)
	} else {
		select {
		case <-l.left:
		case <-l.world.engine.broken:
			if l.world.engine.failed() != ErrEnded {
				return false
			}
		}
	}
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	return true
}

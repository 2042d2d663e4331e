package live

import (
	"net"
	"net/http"
	"os"
	"testing"
	"time"
)

// descriptors is how many files the process has open.
func descriptors(t *testing.T) int {
	t.Helper()
	all, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(all)
}

// Idle connections, however many, take few of the files that a run may open, and when they have
// gone the page is served.
func TestIdleConnections(t *testing.T) {
	_, s := serving(t)
	before, address := descriptors(t), s.at.String()
	const strangers = 2000
	var all []net.Conn
	defer func() {
		for _, c := range all {
			c.Close()
		}
	}()
	dialer := net.Dialer{Timeout: 100 * time.Millisecond}
	for range strangers {
		c, err := dialer.Dial("tcp", address)
		if err != nil {
			break // the kernel keeps no more waiting
		}
		all = append(all, c)
	}
	if len(all) < 3*mostConnections {
		t.Skipf("only %d connections can be opened here", len(all))
	}
	time.Sleep(50 * time.Millisecond) // in which more would be accepted
	if took := descriptors(t) - before - len(all); took > mostConnections+8 {
		t.Errorf("%d idle connections take %d files", len(all), took)
	}
	for _, c := range all {
		c.Close()
	}
	client := http.Client{Timeout: 20 * time.Second}
	r, err := client.Get(s.URL() + "status")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("it answers %s", r.Status)
	}
}

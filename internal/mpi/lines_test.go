package mpi

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Strangers on the port of process 0, idle or talkative, hold no process up.
func TestStrangers(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var mutex sync.Mutex
	known := map[string]bool{} // the addresses of connections that say the secret
	say := func(what string) {
		c, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { c.Close() })
		if strings.HasPrefix(what, "secret ") {
			mutex.Lock()
			known[c.LocalAddr().String()] = true
			mutex.Unlock()
		}
		fmt.Fprint(c, what)
	}
	for range 20 {
		say("")
	}
	for _, what := range []string{"other 1\n", "secre 2\n", " 1\n", "secret  2\n", "secretsecret 1\n",
		"1 secret\n", "who is there?\n", "other 1\n", "secret x\n", "secret 0\n", "secret 3\n",
		"secret 1\n", "secret 1\n"} {
		say(what)
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		say("secret 2\n")
	}()
	begun := time.Now()
	all, err := await(listener, 2, "secret", 10*time.Second)
	if err != nil || len(all) != 2 || all[1].conn == nil || all[2].conn == nil {
		t.Fatalf("%v, %v", all, err)
	}
	mutex.Lock()
	for rank, a := range all {
		if from := a.conn.RemoteAddr().String(); !known[from] {
			t.Errorf("process %d is a stranger, %s", rank, from)
		}
	}
	mutex.Unlock()
	if took := time.Since(begun); took > time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := await(listener, 3, "secret", 50*time.Millisecond); err == nil {
		t.Error("no process has come, and there is no error")
	}
}

// A connection is that of a process if it says the secret, and nothing but that and a rank.
func TestGreet(t *testing.T) {
	for said, want := range map[string]int{ // ranks; -1 is a stranger
		"secret 1\n": 1, "secret 17\n": 17, "secret 1\nalive\n": 1,
		"other 1\n": -1, "Secret 1\n": -1, "secre 1\n": -1, "secrets 1\n": -1, " 1\n": -1, "1\n": -1,
		"secret\n":   -1,
		"secret x\n": -1, "secret 1 2\n": -1, "secret 1": -1, "\n": -1, "": -1,
	} {
		ours, theirs := net.Pipe()
		go func() {
			fmt.Fprint(theirs, said)
			theirs.Close()
		}()
		a, ok := greet(ours, "secret", time.Second)
		if ok != (want >= 0) || ok && a.rank != want {
			t.Errorf("%q: process %d, %v; want %d", said, a.rank, ok, want)
		}
		ours.Close()
	}
}

package mpi

import (
	"fmt"
	"net"
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
	say := func(what string) {
		c, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(func() { c.Close() })
		fmt.Fprint(c, what)
	}
	for range 20 {
		say("")
	}
	for _, what := range []string{"who is there?\n", "other 1\n", "secret x\n", "secret 0\n", "secret 3\n", "secret 1\n", "secret 1\n"} {
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
	if took := time.Since(begun); took > time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := await(listener, 3, "secret", 50*time.Millisecond); err == nil {
		t.Error("nobody has come, and it says nothing")
	}
}

package gpu

import (
	"testing"
	"time"
)

// SyncTo does not wait for what follows the event: here the stream waits, behind it,
// for something that only happens afterwards.
func TestSyncToWaitsForNoMore(t *testing.T) {
	system, err := Open([]string{"host"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	d := system.Devices[0].(*hostDevice)
	s, err := d.NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	reached, later := s.Record(), d.newEvent()
	number := later.record()
	s.Wait(later)
	result := make(chan error, 1)
	go func() { result <- s.SyncTo(reached) }()
	select {
	case err := <-result:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("SyncTo waits for what follows the event")
	}
	later.happen(number, nil)
	if err := s.Sync(); err != nil {
		t.Error(err)
	}
}

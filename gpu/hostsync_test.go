package gpu

import (
	"testing"
	"time"

	"gpusph/cuda"
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

// What waits for a stream that has failed has its error and does no work: what it would read may be
// anything.
func TestFailurePasses(t *testing.T) {
	system, err := Open([]string{"host", "host"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	var streams []Stream
	for _, d := range system.Devices {
		s, err := d.NewStream(false)
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, s)
	}
	Launch(streams[0], "no_such_kernel", cuda.SlicesArgs{}, 0, 1)
	streams[1].Wait(streams[0].Record())
	Launch(streams[1], "nor_this", cuda.SlicesArgs{}, 0, 1)
	if got := streams[1].Sync(); got == nil || got.Error() != streams[0].Sync().Error() {
		t.Errorf("%v, want %v", got, streams[0].Sync())
	}
}

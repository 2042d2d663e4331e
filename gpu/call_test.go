package gpu_test

import (
	"errors"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// A stream calls a function of the host when it comes to it, and goes on behind it. It does so
// where it has failed before, too; the first error stays.
func TestCall(t *testing.T) {
	system, err := gpu.Open([]string{"host"}, gpu.Options{Prefix: "3/"})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	d := system.Devices[0]
	if d.Name() != "3/host:0" {
		t.Errorf("the device is named %s", d.Name())
	}
	s, err := d.NewStream(false)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := system.Share(4)
	if err != nil {
		t.Fatal(err)
	}
	var seen []byte
	look := func() error { seen = append(seen, memory.Bytes[0]); return nil }
	s.Fill(memory.Ptr, 1, 4)
	gpu.Call(s, look)
	s.Fill(memory.Ptr, 2, 4)
	gpu.Call(s, look)
	gpu.Call(s, func() error { return errors.New("first") })
	s.Fill(memory.Ptr, 3, 4) // not done
	gpu.Call(s, look)
	gpu.Launch(s, "no_such_kernel", cuda.PublishClockArgs{}, 0, 1)
	gpu.Call(s, func() error { return errors.New("second") })
	if err := s.Sync(); err == nil || err.Error() != "3/host:0: first" {
		t.Errorf("the stream's error is %v", err)
	}
	if !slices.Equal(seen, []byte{1, 2, 2}) {
		t.Errorf("the host has seen %v", seen)
	}
}

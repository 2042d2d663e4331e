package engine

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"

	"gpusph/sph"
)

// task is a call of a simulation, which the leading process sends to the others.
type task struct {
	what   what
	number int
	state  *sph.Checkpoint
	bounds []int
	set    *setting
}

type what byte

const (
	advanceTask what = iota
	buildTask
	proceedTask
	proceedToSampleTask
	endListsTask
	setTask
	sampleTask
	sampleAsideTask
	captureTask
	capturesTask
	checkpointTask
	resumeTask
	neighboursTask
	linksTask
	startTraceTask
	stopTraceTask
	endTask
)

// broadcast lets the other processes do what the leading one is about to, once for all that belongs
// to it; did ends that.
func (s *Simulation) broadcast(t task) error {
	if s.group.Processes == nil {
		return nil
	}
	if s.lost != nil {
		return s.lost
	}
	s.asked++
	if s.asked > 1 {
		return nil
	}
	b := binary.LittleEndian.AppendUint64([]byte{byte(t.what)}, uint64(t.number))
	more, err := t.values()
	if err != nil {
		s.asked--
		return err
	}
	b = append(b, more...)
	if _, err := s.group.GatherBetween(b); err != nil {
		s.asked--
		s.lost = err
		return err
	}
	return nil
}

// values are what a task has besides a number.
func (t *task) values() ([]byte, error) {
	var to bytes.Buffer
	encoder, err := gob.NewEncoder(&to), error(nil)
	switch {
	case t.state != nil:
		err = errors.Join(encoder.Encode(t.state), encoder.Encode(t.bounds))
	case t.set != nil:
		err = encoder.Encode(t.set)
	}
	return to.Bytes(), err
}

func (s *Simulation) broadcastDone() {
	if s.group.Processes != nil {
		s.asked--
	}
}

// Follow repeats the calls of the simulation of the leading process, until that is closed, and
// closes this one. The leading process has the results. An error is that the processes have lost
// each other.
func (s *Simulation) Follow() error {
	s.asked = 1
	last := ""
	for {
		all, err := s.group.GatherBetween([]byte(last))
		if err != nil {
			s.lost = err
			s.Close()
			return err
		}
		done, err := s.follow(all[0])
		if done {
			return err
		}
		if last = ""; err != nil {
			last = err.Error()
		}
		s.series.Take() // the leading process has them
		s.copies.Take()
	}
}

// follow does a task.
func (s *Simulation) follow(b []byte) (done bool, err error) {
	n := int(binary.LittleEndian.Uint64(b[1:]))
	switch what(b[0]) {
	case advanceTask:
		_, err = s.Advance(n)
	case buildTask:
		err = s.BuildNeibs()
	case proceedTask, proceedToSampleTask:
		_, _, err = s.Proceed(n, what(b[0]) == proceedToSampleTask)
	case endListsTask:
		err = s.EndLists()
	case setTask:
		var of setting
		if err = gob.NewDecoder(bytes.NewReader(b[9:])).Decode(&of); err == nil {
			err = s.SetAt(of.Name, of.Quantity, of.Time, of.To)
		}
	case sampleTask:
		_, err = s.Sample()
	case sampleAsideTask:
		_, err = s.SampleAside()
	case captureTask:
		_, err = s.CopyState()
	case capturesTask:
		_, err = s.StateCopies(true)
	case checkpointTask:
		_, err = s.Checkpoint()
	case neighboursTask:
		_, err = s.Neighbours()
	case linksTask:
		_, err = s.Links()
	case startTraceTask:
		err = s.StartTrace()
	case stopTraceTask:
		_, _, err = s.StopTrace()
	case resumeTask:
		var c sph.Checkpoint
		var bounds []int
		state := gob.NewDecoder(bytes.NewReader(b[9:]))
		if err = errors.Join(state.Decode(&c), state.Decode(&bounds)); err == nil {
			err = s.Resume(&c, bounds, nil)
		}
	case endTask:
		return true, s.Close()
	}
	return false, err
}

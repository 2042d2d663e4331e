package live

import (
	"fmt"
	"sync"
	"time"

	"gpusph/output"
)

// snapshotFiles are the snapshots that a run has written, and frames made of them.
type snapshotFiles struct {
	mutex  sync.Mutex // of the list
	list   []output.Instant
	grows  bool      // a page of files whose run may still write
	listed time.Time // when the files were last listed
	count  int       // how many snapshots a run had reported then

	loading sync.Mutex // of the frames
	frames  map[frameKey]*frame
	kept    []frameKey // from the oldest
	bytes   int        // of the messages of frames
}

// frameKey is a snapshot and the number of particles that were asked for.
type frameKey struct{ number, most int }

// mostFrameBytes is how much of frames of snapshots is kept, for readers who return to them
// [bytes].
const mostFrameBytes = 64 << 20

// listEvery is how often the files of a run that may still write are listed.
const listEvery = time.Second

// storedTimes are the times of the snapshots in files [s]. Files are listed again where a run has
// reported another snapshot, or where another process may have written one.
func (p *Page) storedTimes() []float64 {
	p.mutex.Lock()
	dir, count := p.about.Dir, p.status.Snapshots
	p.mutex.Unlock()
	s := &p.stored
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if p.live && count != s.count || s.grows && time.Since(s.listed) > listEvery {
		// a list that is being written is read the next time
		if list, err := output.Instants(dir); err == nil && len(list) > len(s.list) {
			s.list = list
		}
		s.count, s.listed = count, time.Now()
	}
	times := make([]float64, len(s.list))
	for i, at := range s.list {
		times[i] = at.Time
	}
	return times
}

// storedFrame makes a frame of a snapshot in files, with about as many particles as are asked for.
func (p *Page) storedFrame(number, most int) (*frame, error) {
	p.mutex.Lock()
	dir := p.about.Dir
	p.mutex.Unlock()
	s := &p.stored
	s.mutex.Lock()
	list := s.list
	s.mutex.Unlock()
	if number < 0 || number >= len(list) {
		return nil, fmt.Errorf("there is no snapshot %d: there are %d", number, len(list))
	}
	s.loading.Lock()
	defer s.loading.Unlock()
	key := frameKey{number, most}
	if f := s.frames[key]; f != nil {
		return f, nil
	}
	var needs []string
	if p.live {
		needs = drawn // what the page has said that it draws
	}
	snapshot, err := output.ReadListed(dir, list[number], needs...)
	if err != nil {
		return nil, err
	}
	f := frameOfSnapshot(&p.about.Case.Params, snapshot, p.wallsMove, p.about.Further, most)
	curves, err := output.ReadCurves(dir, snapshot.Time)
	if err != nil {
		return nil, err
	}
	f.curves = curvesMessage(curves)
	s.keep(key, f)
	return f, nil
}

// keep keeps a frame, and forgets the oldest while they are too large together.
func (s *snapshotFiles) keep(key frameKey, f *frame) {
	if s.frames == nil {
		s.frames = map[frameKey]*frame{}
	}
	s.frames[key] = f
	s.kept = append(s.kept, key)
	s.bytes += len(f.message) + len(f.curves)
	for s.bytes > mostFrameBytes && len(s.kept) > 1 {
		oldest := s.kept[0]
		s.bytes -= len(s.frames[oldest].message) + len(s.frames[oldest].curves)
		delete(s.frames, oldest)
		s.kept = s.kept[1:]
	}
}

package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"gpusph/sph"
)

// Growth is what the files of a writer take [bytes].
type Growth struct {
	Once     float64 // however long the run is
	Progress float64 // for each list period
	Sample   float64
	Snapshot float64
}

// predictedOf is of how many particles a snapshot is written to know how large one of all is.
const predictedOf = 1 << 17

// Predict lets a writer write into a directory of its own, which is removed then, and sees how its
// files grow. Of a large snapshot it takes a part.
func Predict(flow *sph.Case, devices []string, w Writer, keep Selection, p *sph.Progress,
	sample *sph.Sample, s *sph.Snapshot) (g Growth, err error) {
	dir, err := os.MkdirTemp("", "gpusph-check-*")
	if err != nil {
		return g, fmt.Errorf("how large files would be cannot be tried: %w; use another TMPDIR", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	few := part(s)
	all, err := Begin(&Run{Dir: dir, Case: flow, Devices: devices, Keep: keep}, []Writer{w})
	if err != nil {
		return g, err
	}
	before := 0.0
	grown := func(work error) (by float64) {
		now, e := bytesIn(dir)
		err = errors.Join(err, work, e)
		by, before = now-before, now
		return by
	}
	g.Once = grown(nil)
	g.Progress = grown(all.Progress(p))
	g.Sample = grown(all.Sample(sample))
	scale := float64(s.Len()) / float64(max(few.Len(), 1))
	first := grown(all.Snapshot(few))
	g.Snapshot = scale * grown(all.Snapshot(few)) // the first also writes what there is once
	g.Once += scale*first - g.Snapshot
	last := grown(all.End(nil))
	if w.Name != "" {
		last *= scale // the last state; pictures are as large as ever
	}
	g.Once += last
	return g, err
}

// part is a snapshot of a given number of particles, in runs that lie as far apart as each other.
func part(s *sph.Snapshot) *sph.Snapshot {
	const run = 1 << 10
	apart := (s.Len() + predictedOf - 1) / predictedOf
	if apart < 2 {
		return s
	}
	var at []int32
	for i := range s.Len() {
		if i/run%apart == 0 {
			at = append(at, int32(i))
		}
	}
	return Some(s, at)
}

// bytesIn is the size of all files in a directory.
func bytesIn(dir string) (bytes float64, err error) {
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			bytes += float64(info.Size())
		}
		return err
	})
	return bytes, err
}

// CheckpointBytes is the size of a checkpoint's file.
func CheckpointBytes(c *Checkpoint) (float64, error) {
	var n counter
	err := c.write(&n)
	return float64(n), err
}

// CheckpointsKept is how many checkpoints there are at once, with the one that is being written.
const CheckpointsKept = checkpointsKept + 1

// counter counts what is written.
type counter int64

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}

// WriteVTP writes the particles of a snapshot with all their values, for ParaView.
func WriteVTP(w io.Writer, s *sph.Snapshot) error {
	if err := checkSnapshot(s); err != nil {
		return err
	}
	return writeVTP(w, s, columns(s))
}

package program

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/coder/websocket"
)

// TestServeCost measures what it costs a run to be looked at. GPUSPH_SERVE_COST has the options of
// the run, as "--problem DamBreak3D --deltap 0.02 --tend 0.4", and GPUSPH_SERVE_REPEATS how often
// (5). Runs without a page, with one without readers, and with one that is looked at take turns.
// Besides the throughput it tells the processor's time of the program, which others on the machine
// disturb less. Without the variable a short run is made once of each kind: all do the same steps,
// and only the last has frames to tell of.
func TestServeCost(t *testing.T) {
	line, repeats := os.Getenv("GPUSPH_SERVE_COST"), 5
	if line == "" {
		line, repeats = "--problem DamBreak3D --deltap 0.05 --tend 0.05 --formats none", 1
	}
	if n, err := strconv.Atoi(os.Getenv("GPUSPH_SERVE_REPEATS")); err == nil {
		repeats = n
	}
	kinds := []string{"without a page", "with a page", "looked at"}
	mips, seconds, frames, bytes := map[string][]float64{}, map[string][]float64{}, 0, 0
	steps := map[int]bool{}
	for range repeats {
		for _, kind := range kinds {
			dir := t.TempDir()
			var c *exec.Cmd
			if kind == kinds[0] {
				c = program(dir, line+" --dir out")
				if err := c.Run(); err != nil {
					t.Fatal(err)
				}
			} else {
				s := serve(t, dir, line+" --dir out --serve 127.0.0.1:0")
				if kind == kinds[2] {
					frames, bytes = takeAll(t, s)
				}
				s.end(t)
				c = s.Cmd
			}
			seconds[kind] = append(seconds[kind], (c.ProcessState.UserTime() +
				c.ProcessState.SystemTime()).Seconds())
			of := summary(t, filepath.Join(dir, "out"))
			mips[kind], steps[of.Steps] = append(mips[kind], of.Mips), true
		}
	}
	for _, of := range []struct {
		what string
		all  map[string][]float64
	}{{"mips", mips}, {"s of the processor", seconds}} {
		for _, kind := range kinds {
			slices.Sort(of.all[kind])
		}
		for _, kind := range kinds {
			all, plain := of.all[kind], of.all[kinds[0]]
			t.Logf("%s: %.4g %s in the median of %d, %+.2f %%; %.4g to %.4g", kind, all[repeats/2],
				of.what, repeats, 100*(all[repeats/2]/plain[repeats/2]-1), all[0], all[repeats-1])
		}
	}
	t.Logf("the last had %d frames with %d bytes", frames, bytes)
	if len(steps) != 1 || frames < 1 || bytes < 1000*frames {
		t.Errorf("runs did %v steps, and the last had %d frames with %d bytes", steps, frames, bytes)
	}
}

// takeAll looks on as a page does that draws in no time, until the run has ended.
func takeAll(t *testing.T, s *served) (frames, bytes int) {
	t.Helper()
	l := look(t, s)
	l.say("ready", 0)
	for {
		kind, m, err := l.Read(context.Background())
		if err != nil {
			return frames, bytes
		}
		bytes += len(m)
		if kind == websocket.MessageBinary && binary.LittleEndian.Uint32(m) == 1 {
			frames++
			l.say("ready", 0)
		}
	}
}

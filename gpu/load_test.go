package gpu

import (
	"math"
	"testing"
	"time"
)

// The processor is busy while something computes, and this program has memory.
func TestLoadOfProcessor(t *testing.T) {
	m := NewLoadMeter([]string{"host:0", "host:1"})
	defer m.Close()
	for begun := time.Now(); time.Since(begun) < 30*time.Millisecond; {
	}
	all := m.Read()
	if len(all) != 1 || all[0].Name != "host" || len(m.Names()) != 1 || m.Names()[0] != "host" {
		t.Fatalf("the loads are %+v of %v", all, m.Names())
	}
	l := all[0]
	if !(l.Busy > 0 && l.Busy <= 101) || !(l.Memory > 1<<20) || !math.IsNaN(l.Power) {
		t.Errorf("the load is %+v", l)
	}
}

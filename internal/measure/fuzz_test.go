package measure

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead reads anything as a result of bench. What is taken can be compared with.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"gpusph bench","version":2,"problem":"DamBreak3D","devices":["host:0"],"mips":[1],"phases":[{}],"particles":10}`))
	f.Add([]byte(`{"problem":"DamBreak3D","devices":["host:0","host:1"],"mips":[1e-300,2],"phases":[{},{}]}`))
	path := filepath.Join(f.TempDir(), "fuzzed")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if m, err := Read(path); err == nil {
			m.SameAs(m, path)
		}
	})
}

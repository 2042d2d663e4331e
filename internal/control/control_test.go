package control

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A log is read as it was written, without a last line that is cut, and is split at a checkpoint.
func TestLog(t *testing.T) {
	head := Head{Format: Format, Version: Version, Problem: "p", Flow: "f"}
	all := []Entry{{Step: 0, Steps: 20}, {Step: 20, Time: 0.1, Set: []Set{{Name: "a",
		Quantity: "force", Value: Numbers{1, 2, 0.1 + 0.2}}}}, {Step: 20, Time: 0.1, Steps: 5},
		{Step: 25, Time: 0.2, Set: []Set{{Name: "b", Quantity: "position", Value: Numbers{1e-300},
			Over: 0.1}}}, {Step: 25, Time: 0.2, EndLists: true}}
	var b bytes.Buffer
	WriteLine(&b, head)
	for _, e := range all {
		if err := WriteLine(&b, e); err != nil {
			t.Fatal(err)
		}
	}
	b.WriteString(`{"step":30,"st`)
	path := filepath.Join(t.TempDir(), LogName)
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	gotHead, got, err := ReadLog(path)
	if err != nil || gotHead != head || !reflect.DeepEqual(got, all) {
		t.Fatalf("%v: %+v %+v", err, gotHead, got)
	}
	for step, want := range map[int]int{0: 0, 20: 2, 24: 3, 25: 5} {
		before, rest := Split(all, step)
		if len(before) != want || len(rest) != len(all)-want {
			t.Errorf("at step %d: %d and %d", step, len(before), len(rest))
		}
	}
	for _, text := range []string{"", "{}\n", `{"format":"gpusph control","version":9}` + "\n",
		`{"format":"gpusph control","version":1}` + "\n{\"stop\":1}\n",
		`{"format":"gpusph control","version":1}` + "\n{\"steps\":-1}\n"} {
		os.WriteFile(path, []byte(text), 0o600)
		if _, _, err := ReadLog(path); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

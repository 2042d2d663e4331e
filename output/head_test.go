package output

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"gpusph/output/outputtest"
)

// TestKeys holds that the keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, summaryHead.Name(), Summary{})
	outputtest.Keys(t, throughputHead.Name(), Record{})
	outputtest.Keys(t, checkpointHead.Name(), Checkpoint{})
	outputtest.Keys(t, troubleHead.Name(), Trouble{})

	names := []string{"arrays"}
	for _, c := range columns(testSnapshot(1, 0)) {
		names = append(names, "arrays."+c.name, "arrays."+c.name+".dtype", "arrays."+c.name+".shape",
			"arrays."+c.name+".data", "arrays."+c.name+".crc32")
	}
	outputtest.Keys(t, snapshotFormat.Name(), snapshotHead{}, append(names, "crc32")...)
}

// TestHeadIsFirst holds that files in MessagePack begin with their format and version.
func TestHeadIsFirst(t *testing.T) {
	p := testProgress()[0]
	for _, v := range []struct {
		value any
		head  Head
	}{{testSummary(), summaryHead}, {newRecord(&p), throughputHead},
		{snapshotHead{Head: snapshotFormat}, snapshotFormat}} {
		var file bytes.Buffer
		if err := WriteMsgpack(&file, v.value); err != nil {
			t.Fatal(err)
		}
		d := msgpack.NewDecoder(&file)
		if _, err := d.DecodeMapLen(); err != nil {
			t.Fatal(err)
		}
		var begin [4]any
		for i := range begin {
			begin[i], _ = d.DecodeInterface()
		}
		if got, want := fmt.Sprint(begin),
			fmt.Sprint([]any{"format", v.head.FileFormat, "version", v.head.FileVersion}); got != want {
			t.Errorf("a file begins with %s, want %s", got, want)
		}
	}
}

func TestHeadCheck(t *testing.T) {
	known := NewHead("summary", 3)
	for _, test := range []struct {
		file Head
		want string
	}{
		{NewHead("summary", 3), ""},
		{NewHead("summary", 1), ""},
		{NewHead("summary", 4), "newer program"},
		{NewHead("snapshot", 3), `"gpusph snapshot"`},
		{Head{}, "format"},
	} {
		err := known.Check(test.file)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.file, err, test.want)
		}
	}
}

package input

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// endless is a byte for ever, as a file that is damaged or has another content.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// TestLines holds that what is no line of a table is refused before a megabyte more is read.
func TestLines(t *testing.T) {
	begin := "t[s],a\n0,\"x, \"\"y\"\"\"\n"
	for name, e := range map[string]struct {
		from io.Reader
		want string
	}{
		"zeros":      {endless(0), "line 3 has a zero byte"},
		"no end":     {endless('0'), "line 3 is longer than 4.0 MiB"},
		"commas":     {endless(','), "line 3 is longer than 4.0 MiB"},
		"open quote": {strings.NewReader("\"a\n\n\n"), "line 3 ends within quotes"},
		"whole":      {strings.NewReader("1,2\n3,4"), ""},
		"pieces":     {iotest.OneByteReader(strings.NewReader("1,\"2\n\"")), "line 3 ends within quotes"},
	} {
		data, err := io.ReadAll(io.LimitReader(Lines(io.MultiReader(strings.NewReader(begin), e.from)),
			MaxLine+1<<20))
		if e.want == "" && (err != nil || string(data) != begin+"1,2\n3,4") ||
			e.want != "" && (err == nil || !strings.Contains(err.Error(), e.want)) {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
}

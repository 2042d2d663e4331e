package main

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"gpusph/sph"
)

func TestNormalise(t *testing.T) {
	flags, c := newFlags(), &config{syntax: runSyntax()}
	for _, g := range c.groups() {
		flags.AddFlagSet(g.flags)
	}
	for _, test := range []struct{ line, want string }{
		{"-problem X -gpus 6", "--problem X --gpus 6"},
		{"--problem X --gpus 6", "--problem X --gpus 6"},
		{"-problem=X -gpus=6", "--problem=X --gpus=6"},
		{"-tend -0.5 -quiet", "--tend -0.5 --quiet"},
		{"-dir -gpus -force", "--dir -gpus --force"},
		{"-quiet -device host:2", "--quiet --device host:2"},
		{"-split_axis y --rebuild_every 5", "--split_axis y --rebuild_every 5"},
		{"-qv -h", "-qv -h"},
		{"-force=false -q", "--force=false -q"},
		{"-gpus 2 -- -gpus", "--gpus 2 -- -gpus"},
		{"-5 -", "-5 -"},
		{"-gpus", "--gpus"},

		{"-gpsu 6", "there is no option -gpsu; did you mean --gpus?"},
		{"-forc", "there is no option -forc; gpusph"},
		{"-hq2", "there is no option -hq2; gpusph"},
		{"--q", "there is no option --q; gpusph"},
		{"--", "--"},
		{"-=3", "there is no option -; gpusph"},
		{"-Ärger", "there is no option -Ärger; gpusph"},
	} {
		words, err := normalise(strings.Fields(test.line), flags, func(typed, name string) error { return c.unknown(typed, name, flags) })
		got := strings.Join(words, " ")
		if err != nil {
			got = err.Error()
		}
		if got != test.want && !(err != nil && strings.HasPrefix(got, test.want)) {
			t.Errorf("%s: got %s, want %s", test.line, got, test.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("-problem X -gpus=6 -qv -- -x")
	f.Add("--=  - -- -é=")
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Fields(line)
		if c, err := parse(args, runSyntax()); err == nil && c.flow == nil && !c.help && !c.version {
			t.Errorf("%q is taken without a problem", args)
		}
	})
}

func TestDeviceNames(t *testing.T) {
	for _, test := range []struct {
		config
		there     int
		want, why string
	}{
		{config{}, 0, "host", "the processor computes, since no GPU can be used; gpusph devices says why"},
		{config{}, 4, "cuda:0", ""},
		{config{gpus: 6}, 0, "host host host host host host", "6 shares on 1 host device, since no GPU"},
		{config{gpus: 6}, 6, "cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5", ""},
		{config{gpus: 6}, 8, "cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5", ""},
		{config{gpus: 6}, 1, "cuda:0 cuda:0 cuda:0 cuda:0 cuda:0 cuda:0", "6 shares on cuda:0 (6)"},
		{config{gpus: 6}, 2, "cuda:0 cuda:0 cuda:0 cuda:1 cuda:1 cuda:1", "6 shares on cuda:0 (3), cuda:1 (3)"},
		{config{gpus: 6}, 4, "cuda:0 cuda:0 cuda:1 cuda:2 cuda:2 cuda:3", "6 shares on cuda:0 (2), cuda:1 (1), cuda:2 (2), cuda:3 (1)"},
		{config{devices: "cuda:1,cuda:0, CUDA:1,host:2,host"}, 2, "cuda:1 cuda:0 cuda:1 host host host", "--strict"},
		{config{devices: "1,0"}, 2, "cuda:1 cuda:0", ""},
		{config{devices: "cuda:0,host", strict: true}, 1, "cuda:0 host", ""},
	} {
		names, why, err := test.deviceNames(test.there, errors.New(strings.Repeat("a long reason ", 20)))
		if err != nil || strings.Join(names, " ") != test.want {
			t.Errorf("%+v with %d GPUs: %v, %v", test.config, test.there, names, err)
		}
		if len(why) > 80 {
			t.Errorf("%d characters are not a short line: %s", len(why), why)
		}
		if !strings.Contains(why, test.why) || (why == "") != (test.why == "") {
			t.Errorf("%+v with %d GPUs: why is %q, not %q", test.config, test.there, why, test.why)
		}
	}
}

// On a terminal there is one line, which fits; elsewhere lines that are whole.
func TestMeter(t *testing.T) {
	for _, columns := range []int{0, 40, 80, 200} {
		var out, log bytes.Buffer
		s := &screen{out: &out}
		if columns > 0 {
			s.columns = func() int { return columns }
		}
		m := newMeter(s, slog.New(slog.NewTextHandler(&log, nil)), &sph.Case{Name: "X", End: 2}, 0)
		for i := 1; i <= 100; i++ {
			// A time machine: each period took 0.1 s.
			for _, at := range []*time.Time{&m.begun, &m.drawn, &m.plain} {
				*at = at.Add(-100 * time.Millisecond)
			}
			m.update(sph.Progress{Time: 0.01 * float64(i), Step: 12345 * i, Steps: 12345, Dt: 1e-6, Wall: 0.1, Particles: 1000})
		}
		s.line("a line")
		if lines := strings.Count(log.String(), "\n"); lines < 2 || lines > 12 {
			t.Errorf("%d lines in the log of 10 s:\n%s", lines, log.String())
		}
		text := out.String()
		if columns == 0 {
			if strings.ContainsAny(text, "\r\x1b") || !strings.Contains(text, "X  10 %  ETA 18 s  t 0.2000 of 2 s  step 246,900  123.4 mips  dt 1.00e-06 s\n") {
				t.Errorf("no terminal, but %q", text)
			}
			continue
		}
		drawn := strings.Split(strings.ReplaceAll(text, "\x1b[K", ""), "\r")
		if len(drawn) < 40 || len(drawn) > 60 {
			t.Errorf("it was drawn %d times in 10 s", len(drawn))
		}
		if slices.ContainsFunc(drawn, func(l string) bool { return len([]rune(l)) >= columns }) {
			t.Errorf("the line does not fit into %d columns: %q", columns, drawn)
		}
		if columns == 200 && strings.Count(text, " 123.4 mips") < 40 {
			t.Errorf("of 1000 particles in 12345 steps in 0.1 s it says %q", text[max(0, len(text)-300):])
		}
		if !strings.HasSuffix(text, "\r\x1b[Ka line\n") || !strings.Contains(text, "ETA 10 s") {
			t.Errorf("%d columns: %q", columns, text[max(0, len(text)-300):])
		}
	}
}

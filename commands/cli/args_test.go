package cli

import (
	"errors"
	"strings"
	"testing"
)

func TestNormalise(t *testing.T) {
	c := &Config{Syntax: RunSyntax()}
	flags := flagsOf(options(c.groups()))
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
		{"-serve 8080 -gpus 2", "--serve=8080 --gpus 2"},
		{"-serve -gpus 2", "--serve --gpus 2"},
		{"-serve dam.toml", "--serve dam.toml"},
		{"-gpus 2 -serve", "--gpus 2 --serve"},
		{"--serve=:80 x", "--serve=:80 x"},

		{"-gpsu 6", "there is no option -gpsu; did you mean --gpus?"},
		{"--dp 0.1", "there is no option --dp; did you mean --deltap?"},
		{"-tmax:2", "there is no option -tmax:2; did you mean --tend 2?"},
		{"--tout 0.1", "there is no option --tout; did you mean --output-interval?"},
		{"-deltap:0.1", "there is no option -deltap:0.1; did you mean --deltap 0.1?"},
		{"--viscosity 1", "there is no option --viscosity; --nu is the kinematic viscosity"},
		{"--floating", "there is no option --floating; it is a [[body]]"},
		{"-cpu", "there is no option -cpu; --devices host"},
		{"-forc", "there is no option -forc; gpusph"},
		{"-hq2", "there is no option -hq2; gpusph"},
		{"--q", "there is no option --q; gpusph"},
		{"--", "--"},
		{"-=3", "there is no option -; gpusph"},
		{"-Ärger", "there is no option -Ärger; gpusph"},
	} {
		words, err := normalise(strings.Fields(test.line), flags,
			func(typed, name string) error { return c.unknown(typed, name, flags) })
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
		if c, err := parse(Line{Words: args}, RunSyntax()); err == nil && c.Flow == nil && !c.help && !c.version {
			t.Errorf("%q is taken without a problem", args)
		}
	})
}

func TestDeviceNames(t *testing.T) {
	for _, test := range []struct {
		deviceOptions
		there     int
		want, why string
	}{
		{deviceOptions{}, 0, "host", "the processor computes, since no GPU can be used; gpusph " +
			"devices says why"},
		{deviceOptions{}, 4, "cuda:0", ""},
		{deviceOptions{gpus: 6}, 0, "host host host host host host",
			"6 subdomains on 1 host device, since no GPU"},
		{deviceOptions{gpus: 6}, 6, "cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5", ""},
		{deviceOptions{gpus: 6}, 8, "cuda:0 cuda:1 cuda:2 cuda:3 cuda:4 cuda:5", ""},
		{deviceOptions{gpus: 6}, 1, "cuda:0 cuda:0 cuda:0 cuda:0 cuda:0 cuda:0",
			"6 subdomains on cuda:0 (6)"},
		{deviceOptions{gpus: 6}, 2, "cuda:0 cuda:0 cuda:0 cuda:1 cuda:1 cuda:1",
			"6 subdomains on cuda:0 (3), cuda:1 (3)"},
		{deviceOptions{gpus: 6}, 4, "cuda:0 cuda:0 cuda:1 cuda:2 cuda:2 cuda:3",
			"6 subdomains on cuda:0 (2), cuda:1 (1), cuda:2 (2), cuda:3 (1)"},
		{deviceOptions{devices: "cuda:1,cuda:0, CUDA:1,host:2,host"}, 2,
			"cuda:1 cuda:0 cuda:1 host host host", "--strict"},
		{deviceOptions{devices: "1,0"}, 2, "cuda:1 cuda:0", ""},
		{deviceOptions{devices: "cuda:0,host", Strict: true}, 1, "cuda:0 host", ""},
	} {
		c := Config{deviceOptions: test.deviceOptions}
		names, why, err := c.deviceNames(test.there, errors.New(strings.Repeat("a long reason ", 20)))
		if err != nil || strings.Join(names, " ") != test.want {
			t.Errorf("%+v with %d GPUs: %v, %v", test.deviceOptions, test.there, names, err)
		}
		if len(why) > 80 {
			t.Errorf("%d characters are not a short line: %s", len(why), why)
		}
		if !strings.Contains(why, test.why) || (why == "") != (test.why == "") {
			t.Errorf("%+v with %d GPUs: why is %q, not %q", test.deviceOptions, test.there, why, test.why)
		}
	}
}

package cli

import (
	"strings"
	"testing"
)

// As many devices as a snapshot can tell apart are taken, and one more is refused.
func TestMostDevices(t *testing.T) {
	for line, want := range map[string]string{
		"--gpus 255": "", "--devices host:255": "", "--devices host:200,host:55": "",
		"--devices " + strings.Repeat("host,", 254) + "host": "",
		"--gpus 256":                 "--gpus is 256, but must be from 1 to 255",
		"--devices host:256":         "from 1 to 255",
		"--devices host:200,host:56": "--devices names 256 devices, but the maximum is 255",
		"--devices " + strings.Repeat("host,", 255) +
			"host": "--devices names 256 devices, but the maximum is 255",
	} {
		c, err := parse(Line{Words: strings.Fields("--problem DamBreak3D " + line)}, RunSyntax())
		var names []string
		if err == nil {
			names, _, err = c.deviceNames(0, nil)
		}
		if want == "" && (err != nil || len(names) != MaxDevices) || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40s: %d devices, %v; want %q", line, len(names), err, want)
		}
	}
}

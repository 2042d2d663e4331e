package cli

import (
	"runtime/debug"
	"testing"
)

// The version names the commit, by Go or else by make, and says so where neither knows it.
func TestVersionNamesCommit(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef01234567"
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: hash},
		{Key: "vcs.modified", Value: "true"}}
	for _, test := range []struct {
		name      string
		settings  []debug.BuildSetting
		builtFrom string
		want      string
	}{
		{"by Go", vcs, "", "gpusph 1.2.3, commit 0123456789ab.modified"},
		{"by both", vcs[:1], "fedcba9876543210", "gpusph 1.2.3, commit 0123456789ab"},
		{"by make", nil, "fedcba9876543210", "gpusph 1.2.3, commit fedcba987654"},
		{"by make, changed", nil, "fedcba9876543210.modified",
			"gpusph 1.2.3, commit fedcba987654.modified"},
		{"by neither", nil, "", "gpusph 1.2.3-devel, commit unknown"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := versionLine("1.2.3" + commit(test.settings, test.builtFrom)); got != test.want {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}

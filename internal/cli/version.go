package cli

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"gpusph/output"
)

// version is what releases are called.
const version = "0.1.0"

// Origin says that this program, as it was called, makes a file.
func Origin(remarks []string) output.Origin {
	return output.Origin{Program: "gpusph", Version: FullVersion(), CommandLine: os.Args, Remarks: remarks}
}

// FullVersion is the version and the commit it was built from.
func FullVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version + "-devel"
	}
	return version + commit(info.Settings)
}

// commit is "+" and what version control calls the sources.
func commit(settings []debug.BuildSetting) string {
	revision, modified := "", ""
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = "+" + s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				modified = ".modified"
			}
		}
	}
	if revision == "" {
		return "-devel"
	}
	return revision + modified
}

// WriteVersion writes the version as a line.
func WriteVersion(w io.Writer) error {
	_, err := fmt.Fprintln(w, "gpusph", FullVersion())
	return err
}

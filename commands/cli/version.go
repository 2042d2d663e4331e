package cli

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"gpusph/output"
)

// version is what releases are called.
const version = "0.1.0"

// Origin says that this program, as it was called, makes a file.
func Origin(remarks []string) output.Origin {
	return output.Origin{Program: "gpusph", Version: FullVersion(), CommandLine: os.Args,
		Remarks: remarks}
}

// builtFrom is the commit that make gives to the linker, for builds in which Go does not record it.
var builtFrom string

// FullVersion is the version and the commit it was built from.
func FullVersion() string {
	var settings []debug.BuildSetting
	if info, ok := debug.ReadBuildInfo(); ok {
		settings = info.Settings
	}
	return version + commit(settings, builtFrom)
}

// commit is "+" and what version control calls the sources: by Go, or else by make.
func commit(settings []debug.BuildSetting, builtFrom string) string {
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
	if revision == "" && builtFrom != "" {
		hash, of, changed := strings.Cut(builtFrom, ".")
		if revision = "+" + hash[:min(12, len(hash))]; changed {
			modified = "." + of
		}
	}
	if revision == "" {
		return "-devel"
	}
	return revision + modified
}

// WriteVersion writes the version and the commit as a line.
func WriteVersion(w io.Writer) error {
	_, err := fmt.Fprintln(w, versionLine(FullVersion()))
	return err
}

func versionLine(full string) string {
	number, commit, ok := strings.Cut(full, "+")
	if !ok {
		commit = "unknown"
	}
	return fmt.Sprintf("gpusph %s, commit %s", number, commit)
}

package output

import (
	"fmt"
	"strings"
)

// Head begins every JSON and MessagePack file. It says what the file is, and the
// version of its keys. Who adds, removes or renames a key raises the version.
// docs/reference/files.md lists the keys.
type Head struct {
	FileFormat  string `json:"format"` // as gpusph summary
	FileVersion int    `json:"version"`
}

// Origin is what made a file. It follows the head.
type Origin struct {
	Program     string   `json:"program"`
	Version     string   `json:"program_version"`
	CommandLine []string `json:"command_line"`
	Remarks     []string `json:"remarks,omitempty"` // on what is not as it was asked for
}

// NewHead is the head of a file of the given kind, as summary.
func NewHead(kind string, version int) Head { return Head{"gpusph " + kind, version} }

// Name is the kind and the version, as summary-1.
func (h Head) Name() string {
	return fmt.Sprintf("%s-%d", strings.TrimPrefix(h.FileFormat, "gpusph "), h.FileVersion)
}

// Check refuses a file that is of another kind than this one, or of a later version.
func (h Head) Check(file Head) error {
	if file.FileFormat != h.FileFormat {
		return fmt.Errorf("its format is %q, not %q", file.FileFormat, h.FileFormat)
	}
	if file.FileVersion > h.FileVersion {
		return fmt.Errorf("its version is %d, which a newer program has written; this one knows "+
			"versions up to %d", file.FileVersion, h.FileVersion)
	}
	return nil
}

package converge

import (
	"testing"

	"gpusph/output/outputtest"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) { outputtest.Keys(t, FileHead.Name(), File{}) }

package gridrun

import (
	"testing"

	"gpusph/output/outputtest"
)

// TestKeys holds that keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, reportHead.Name(), Report{})
	outputtest.Keys(t, benchHead.Name(), benchFile{})
	outputtest.Keys(t, checkHead.Name(), checkFile{})
}

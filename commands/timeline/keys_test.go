package timeline

import (
	"testing"

	"gpusph/output"
	"gpusph/output/outputtest"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, FileHead.Name(), struct {
		Unit   string       `json:"displayTimeUnit"`
		Events []traceEvent `json:"traceEvents"`
		Other  output.Head  `json:"otherData"`
	}{})
}

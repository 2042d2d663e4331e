package balance

import (
	"testing"

	"gpusph/output/outputtest"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, ComparisonHead.Name(), Comparison{})
	outputtest.Keys(t, SearchHead.Name(), StaticBounds{})
}

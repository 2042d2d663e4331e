package engine

import (
	"unsafe"

	"gpusph/cuda"
)

// Where things are in domain.hostCopy.
const publishedClock, publishedLost, publishedMotion, publishedNumbers, publishedWork = 0, 96, 128, 288, 320

// Each fits before the next, or this does not compile.
var (
	_ [publishedLost - publishedClock - unsafe.Sizeof(cuda.Clock{})]byte
	_ [publishedNumbers - publishedMotion - unsafe.Sizeof(cuda.Motion{})]byte
	_ [publishedWork - publishedNumbers - unsafe.Sizeof(cuda.Numbers{})]byte
)

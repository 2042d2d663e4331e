// Package clocktest makes times of before a clock was set, for tests.
package clocktest

import (
	"time"
	"unsafe"
)

// SetBack makes a time one of before the clock was set back by two hours: the clock showed as much
// more then, and the monotonic one, which a time has beside it, did not. A time without that is two
// hours later.
func SetBack(t *time.Time) {
	const hours, monotonic = 2 * 3600, 1 << 63
	inside := (*struct {
		wall uint64
		ext  int64
	})(unsafe.Pointer(t))
	before := *t
	if inside.wall&monotonic != 0 {
		inside.wall += hours << 30
	} else {
		inside.ext += hours
	}
	if t.Unix()-before.Unix() != hours {
		panic("package time keeps its times in another way now")
	}
}

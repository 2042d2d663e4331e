package gpu

import (
	"errors"
	"fmt"
)

// ErrMemory is inside the error of an Alloc for which a device has no room.
var ErrMemory = errors.New("not enough memory")

// memoryError names the memory requested of a device and the memory that it has.
func memoryError(d Device, bytes int) error {
	free, _ := d.Memory()
	return fmt.Errorf("%s (%s): %w: %s wanted, %s free", d.Name(), d.Model(), ErrMemory,
		size(int64(bytes)), size(free))
}

// size is a number of bytes for people.
func size(bytes int64) string {
	switch {
	case bytes >= 10<<30:
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	case bytes >= 10<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	}
	return fmt.Sprintf("%d bytes", bytes)
}

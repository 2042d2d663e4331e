package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseCounts reads numbers of devices as 1,2,4, the list of --gpus, and sorts them.
func ParseCounts(list string) ([]int, error) {
	var counts []int
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("--gpus is %q, but must be a list of numbers of devices; use 1,2,4", list)
		}
		if n < 1 || n > MaxDevices {
			return nil, fmt.Errorf("--gpus has %d, but the numbers must be from 1 to %d; use 1,2,4", n,
				MaxDevices)
		}
		counts = append(counts, n)
	}
	slices.Sort(counts)
	return slices.Compact(counts), nil
}

// Spread puts n shares on the devices of a pool, in contiguous blocks, so that
// neighbours share a device.
func Spread(pool []string, n int) []string {
	names := make([]string, n)
	for share := range names {
		names[share] = pool[share*min(len(pool), n)/n]
	}
	return names
}

package scaling

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
)

// parseCounts reads a list as 1,2,4 and sorts it.
func parseCounts(text string) ([]int, error) {
	var counts []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil {
			return nil, fmt.Errorf("--gpus is %q, but must be a list of numbers of devices; use 1,2,4", text)
		}
		if n < 1 || n > cli.MaxDevices {
			return nil, fmt.Errorf("--gpus has %d, but the numbers must be from 1 to %d; use 1,2,4", n,
				cli.MaxDevices)
		}
		counts = append(counts, n)
	}
	slices.Sort(counts)
	return slices.Compact(counts), nil
}

// usedCounts are the numbers of devices that are measured: those asked for, or
// all to what there are, and 1 always. The remarks say what is not as asked.
func usedCounts(asked []int, there int) (counts []int, remarks []string) {
	switch {
	case asked == nil:
		for n := 1; n <= max(there, 2); n++ {
			counts = append(counts, n)
		}
	case asked[0] > 1:
		remarks = append(remarks, "1 device is measured, too: all else is compared with it")
		counts = append([]int{1}, asked...)
	default:
		counts = asked
	}
	return counts, remarks
}

// checkOptions returns the first option of the series that is out of range or
// does not go with another.
func (r *seriesRun) checkOptions() (err error) {
	if r.Given("gpus") {
		if r.asked, err = parseCounts(r.options.gpus); err != nil {
			return err
		}
	}
	if r.given, err = parseLinks(r.links); err != nil {
		return err
	}
	if p := r.processDevices; p > 0 && r.machineDevices%p != 0 {
		return fmt.Errorf("--process-devices is %d, but the %d devices of a machine are no multiple of "+
			"that; use %d or 1", p, r.machineDevices, r.machineDevices)
	}
	if r.noBalance && r.Given("balance") {
		return fmt.Errorf("--balance and --no-balance do not go together: one names the balancer of " +
			"the second series, the other leaves that out; use one of them")
	}
	return nil
}

// place puts n shares on the devices of a pool, in contiguous blocks, so that
// neighbours share a device.
func place(pool []string, n int) []string {
	names := make([]string, n)
	for share := range names {
		names[share] = pool[share*min(len(pool), n)/n]
	}
	return names
}

// sharing says in one line that shares sit together, and what that means.
func sharing(names []string) string {
	return cli.Shares(names) + ": subdomains on one device speed nothing up; " +
		"ideal and expected are for " +
		"a device each"
}

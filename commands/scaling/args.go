package scaling

import (
	"fmt"

	"gpusph/commands/cli"
)

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
		if r.asked, err = cli.ParseCounts(r.options.gpus); err != nil {
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

// sharing says in one line that shares sit together, and what that means.
func sharing(names []string) string {
	return cli.Shares(names) + ": subdomains on one device speed nothing up; " +
		"ideal and expected are for " +
		"a device each"
}

// Package exchange is what crosses the devices of a flow. Each device owns a slab: some of the
// items, in order along one axis. The package exchanges the halos of arrays, sends items to new
// owners, combines maxima and sums so that every device has the same bits within a step, and
// gathers what the hosts of several processes tell each other.
//
// It knows arrays and slabs, and neither particles nor steps: any method on slabs can use it.
// Streams of devices wait for each other by events, by flags in memory or by messages; the host
// waits for no device. docs/design/exchange.md and links.md have the reasons.
package exchange

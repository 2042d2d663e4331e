package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gpusph/sph/exchange"
	"gpusph/sph/exchange/exchangetest"
)

// slowTo is a process for which messages to others take some time more.
type slowTo struct {
	*exchangetest.Process
	latency map[int]time.Duration // by rank
}

func (m *slowTo) Swap(out, in []exchange.Message) error {
	for _, o := range out {
		if o.Tag == exchange.LinkTag {
			time.Sleep(m.latency[o.Peer])
		}
	}
	return m.Process.Swap(out, in)
}

// Each link has its own times, in the order of ranks, for the first process that asks.
func TestLinks(t *testing.T) {
	const slow = 20 * time.Millisecond
	got := make(chan []exchange.Link, 1)
	for rank, m := range exchangetest.New(3) {
		var p exchange.Processes = m
		if rank < 2 { // between 0 and 1 they are slow
			p = &slowTo{m, map[int]time.Duration{1 - rank: slow}}
		}
		o := Options{System: open(t, 1), Processes: p}
		go func() {
			s, err := New(column(0.05), o)
			if err == nil && rank > 0 {
				err = s.Follow()
			} else if err == nil {
				var links []exchange.Link
				links, err = s.Links()
				s.Close()
				got <- links
			}
			if err != nil {
				t.Error(rank, err)
			}
		}()
	}
	links := <-got
	var between []string
	for _, l := range links {
		between = append(between, fmt.Sprint(l.Between))
		if isSlow := l.Latency >= slow.Seconds(); isSlow != (l.Between == [2]int{0, 1}) || !(l.Bandwidth > 0) {
			t.Errorf("%+v", l)
		}
	}
	if want := []string{"[0 1]", "[0 2]", "[1 2]"}; !slices.Equal(between, want) {
		t.Errorf("there are links between %v, want %v", between, want)
	}
}

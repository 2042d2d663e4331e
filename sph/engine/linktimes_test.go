package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gpusph/sph"
)

// Each two of up to 16 processes are timed once, and of more each two next to each other, none of them twice at a time.
func TestRounds(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 7, 16, 17, 18} {
		seen := map[[2]int]int{}
		for _, round := range rounds(n) {
			busy := map[int]bool{}
			for _, pair := range round {
				if pair[0] >= pair[1] || pair[0] < 0 || pair[1] >= n || busy[pair[0]] || busy[pair[1]] {
					t.Errorf("%d processes: the round %v", n, round)
				}
				busy[pair[0]], busy[pair[1]] = true, true
				seen[pair]++
			}
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				want := 1
				if n > mostPaired && j != i+1 && j-i != n-1 {
					want = 0
				}
				if got := seen[[2]int{i, j}]; got != want {
					t.Errorf("%d processes: %d and %d are timed %d times, not %d", n, i, j, got, want)
				}
			}
		}
	}
}

// slowTo is a process for which messages to others take some time more.
type slowTo struct {
	*member
	latency map[int]time.Duration // by rank
}

func (m *slowTo) Swap(out, in []sph.Message) error {
	for _, o := range out {
		if o.Tag == sph.LinkTag {
			time.Sleep(m.latency[o.Peer])
		}
	}
	return m.member.Swap(out, in)
}

// Each link has its own times, in the order of ranks, for the first process that asks.
func TestLinks(t *testing.T) {
	const slow = 20 * time.Millisecond
	got := make(chan []ProcessLink, 1)
	for rank, m := range newCrowd(3) {
		var p sph.Processes = m
		if rank < 2 { // between 0 and 1 they are slow
			p = &slowTo{m, map[int]time.Duration{1 - rank: slow}}
		}
		o := Options{System: open(t, 1), Processes: p}
		go func() {
			s, err := New(column(0.05), o)
			if err == nil && rank > 0 {
				err = s.Follow()
			} else if err == nil {
				var links []ProcessLink
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

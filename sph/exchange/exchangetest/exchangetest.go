// Package exchangetest has processes for tests that are goroutines of one.
package exchangetest

import (
	"fmt"
	"slices"
	"sync"

	"gpusph/sph/exchange"
)

// crowd is what they have in common.
type crowd struct {
	mu       sync.Mutex
	changed  *sync.Cond
	messages map[[3]int][][]byte // by sender, receiver and tag
	greatest map[int]*reduction
	sums     map[int]*summation
	failed   error
}

type reduction struct {
	words []uint32
	heard int
}

type summation struct {
	words []int64
	heard int
}

// Process is one of them.
type Process struct {
	*crowd
	rank, count      int
	reductions, sums int
}

// New makes a given number of processes, by rank.
func New(n int) (all []*Process) {
	c := &crowd{messages: map[[3]int][][]byte{}, greatest: map[int]*reduction{}, sums: map[int]*summation{}}
	c.changed = sync.NewCond(&c.mu)
	for rank := range n {
		all = append(all, &Process{crowd: c, rank: rank, count: n})
	}
	return all
}

// Rank and what follows are those of exchange.Processes.
func (m *Process) Rank() int  { return m.rank }
func (m *Process) Count() int { return m.count }

// Failed is what Fail has been told.
func (m *Process) Failed() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.failed
}

// Swap sends copies and waits for what it receives.
func (m *Process) Swap(out, in []exchange.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range out {
		key := [3]int{m.rank, o.Peer, o.Tag}
		m.messages[key] = append(m.messages[key], slices.Clone(o.Bytes))
	}
	m.changed.Broadcast()
	for _, i := range in {
		key := [3]int{i.Peer, m.rank, i.Tag}
		for len(m.messages[key]) == 0 {
			if m.failed != nil {
				return m.failed
			}
			m.changed.Wait()
		}
		b := m.messages[key][0]
		if len(b) > len(i.Bytes) {
			return fmt.Errorf("%d bytes of %v for %d", len(b), key, len(i.Bytes))
		}
		copy(i.Bytes, b)
		m.messages[key] = m.messages[key][1:]
	}
	return m.failed
}

// Greatest waits for all.
func (m *Process) Greatest(words []uint32) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	turn := m.reductions
	m.reductions++
	r := m.greatest[turn]
	if r == nil {
		r = &reduction{words: make([]uint32, len(words))}
		m.greatest[turn] = r
	}
	for i, w := range words {
		r.words[i] = max(r.words[i], w)
	}
	r.heard++
	m.changed.Broadcast()
	for r.heard%m.count != 0 {
		if m.failed != nil {
			return m.failed
		}
		m.changed.Wait()
	}
	copy(words, r.words)
	return m.failed
}

// Sum waits for all.
func (m *Process) Sum(words []int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	turn := m.sums
	m.sums++
	r := m.crowd.sums[turn]
	if r == nil {
		r = &summation{words: make([]int64, len(words))}
		m.crowd.sums[turn] = r
	}
	for i, w := range words {
		r.words[i] += w
	}
	r.heard++
	m.changed.Broadcast()
	for r.heard%m.count != 0 {
		if m.failed != nil {
			return m.failed
		}
		m.changed.Wait()
	}
	copy(words, r.words)
	return m.failed
}

// Fail lets all that wait have the error.
func (m *Process) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failed == nil {
		m.failed = fmt.Errorf("process %d: %w", m.rank, err)
	}
	m.changed.Broadcast()
}

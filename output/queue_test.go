package output

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"gpusph/internal/text"
)

func TestQueueOrder(t *testing.T) {
	q := NewQueue(3)
	var done []int
	for i := range 100 {
		if err := q.Go(func() error { done = append(done, i); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(done) != 100 || !slices.IsSorted(done) {
		t.Errorf("the jobs were done as %v", done)
	}
	if err := q.Go(func() error { done = nil; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := q.Close(); err != nil || done != nil {
		t.Errorf("%v; after Wait the queue does no more", err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
}

// TestQueueBlocks holds that Go waits when depth jobs are waiting, and not before.
func TestQueueBlocks(t *testing.T) {
	for _, depth := range []int{0, 1, 3} {
		synctest.Test(t, func(t *testing.T) {
			q := NewQueue(depth)
			release := make(chan struct{})
			given := 0
			go func() {
				for range 10 {
					q.Go(func() error { <-release; return nil })
					given++
				}
			}()
			for done := range 10 - depth - 1 {
				synctest.Wait()
				if given != done+1+depth {
					t.Fatalf("depth %d: with %d jobs done %d are in the queue", depth, done, given-done)
				}
				release <- struct{}{}
			}
			close(release)
			synctest.Wait()
			if err := q.Close(); err != nil || given != 10 {
				t.Errorf("%v; %d jobs were given", err, given)
			}
		})
	}
}

func TestQueueError(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	q := NewQueue(8)
	ran := 0
	job := func(err error) func() error {
		return func() error { ran++; return err }
	}
	hold := make(chan struct{})
	for _, f := range []func() error{func() error { <-hold; return nil }, job(nil), job(first),
		job(second), job(nil)} {
		if err := q.Go(f); err != nil {
			t.Fatal(err)
		}
	}
	close(hold)
	if err := q.Wait(); err != first {
		t.Errorf("Wait returns %v", err)
	}
	if err := q.Go(job(nil)); err != first {
		t.Errorf("Go returns %v", err)
	}
	for range 2 {
		if err := q.Close(); err != first {
			t.Errorf("Close returns %v", err)
		}
	}
	if ran != 2 {
		t.Errorf("%d jobs ran, want those up to the first error", ran)
	}
}

// A job that panics is an error of the queue, which says where.
func TestQueuePanics(t *testing.T) {
	q := NewQueue(1)
	q.Go(func() error { panic("there is no such thing") })
	p := new(text.Panic)
	if err := q.Close(); !errors.As(err, &p) || !strings.Contains(err.Error(), "writing files") ||
		!strings.Contains(p.Stack, "TestQueuePanics") {
		t.Error(err)
	}
}

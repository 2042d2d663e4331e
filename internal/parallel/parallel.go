// Package parallel runs loops on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls f for the numbers below n, several at once.
func Do(n int, f func(k int)) {
	var taken atomic.Int64
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for k := int(taken.Add(1)) - 1; k < n; k = int(taken.Add(1)) - 1 {
				f(k)
			}
		})
	}
	wait.Wait()
}

// Block is how many numbers Blocks gives at once.
const Block = 1 << 14

// BlockCount is the number of blocks of the numbers below n.
func BlockCount(n int) int { return (n + Block - 1) / Block }

// Blocks calls f for the numbers below n, in blocks: the k-th has those in [from, to).
func Blocks(n int, f func(k, from, to int)) {
	Do(BlockCount(n), func(k int) { f(k, k*Block, min(n, (k+1)*Block)) })
}

// Each calls f for the numbers below n. It returns the error of the least number that has one.
func Each(n int, f func(i int) error) error {
	const block = 1024
	errs := make([]error, (n+block-1)/block)
	Do(len(errs), func(k int) {
		for i := k * block; i < min(n, (k+1)*block) && errs[k] == nil; i++ {
			errs[k] = f(i)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

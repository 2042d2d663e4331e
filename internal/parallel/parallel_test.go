package parallel

import (
	"fmt"
	"testing"
)

func TestEveryNumberOnce(t *testing.T) {
	for _, n := range []int{0, 1, Block - 1, Block, 3*Block + 5} {
		counts := make([]int, n)
		Blocks(n, func(k, from, to int) {
			if from != k*Block || to <= from {
				t.Errorf("block %d of %d numbers is from %d to %d", k, n, from, to)
			}
			for i := from; i < to; i++ {
				counts[i]++
			}
		})
		Each(n, func(i int) error {
			counts[i]++
			return nil
		})
		for i, c := range counts {
			if c != 2 {
				t.Fatalf("%d of %d came %d times", i, n, c)
			}
		}
	}
}

func TestLeastError(t *testing.T) {
	err := Each(5000, func(i int) error {
		if i%1500 == 1499 {
			return fmt.Errorf("number %d", i)
		}
		return nil
	})
	if err == nil || err.Error() != "number 1499" {
		t.Errorf("the error is %v", err)
	}
}

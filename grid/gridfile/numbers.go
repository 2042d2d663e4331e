package gridfile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// readLengths reads three finite numbers.
func readLengths(text string) (x [3]float64, err error) {
	words := strings.Fields(text)
	if len(words) != 3 {
		return x, errors.New("it is not three numbers")
	}
	for a, word := range words {
		if x[a], err = strconv.ParseFloat(word, 64); err != nil {
			return x, err
		}
		if math.IsNaN(x[a]) || math.IsInf(x[a], 0) {
			return x, errors.New("it is not finite")
		}
	}
	return x, nil
}

// readExtent reads the first and the last point along each axis. Only planes may begin elsewhere
// than at 0.
func readExtent(text string) (e [3][2]int, err error) {
	words := strings.Fields(text)
	if len(words) != 6 {
		return e, errors.New("it is not six numbers")
	}
	cells := 1
	for i, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return e, fmt.Errorf("%q is not a whole number", word)
		}
		e[i/2][i%2] = int(n)
	}
	for a := range e {
		n := e[a][1] - e[a][0]
		if n < 1 || e[a][0] < 0 || a < 2 && e[a][0] != 0 || cells > mostCells/n {
			return e, errors.New("it is not the extent of a grid of this program")
		}
		cells *= n
	}
	return e, nil
}

package casefile

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// In a flow of two dimensions points and directions may be given by x and z alone.

var (
	// x, y and z
	inThree = reflect.TypeFor[[3]float64]()
	// x and y of a gauge, or a corner of an outline, which has two numbers in any flow
	onMap = reflect.TypeFor[[2]float64]()
)

// inSpace is a list of a flow in two dimensions with the y that it does not have.
func inSpace(list []any, of reflect.Type) []any {
	switch {
	case of == inThree && len(list) == 2:
		return []any{list[0], int64(0), list[1]}
	case of == onMap && len(list) == 1:
		return []any{list[0], int64(0)}
	}
	return list
}

// numbers says what a list must have.
func (d decoder) numbers(of reflect.Type) string {
	if d.plane && of == inThree {
		return "x and z in brackets"
	}
	return fmt.Sprintf("%d numbers in brackets", of.Len())
}

// setUsual sets what a key of a flow in two dimensions has where the file does not say it: a word,
// a number, or some with spaces between.
func setUsual(to reflect.Value, words string) {
	if to.Kind() == reflect.String {
		to.SetString(words)
		return
	}
	for i, word := range strings.Fields(words) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("casefile: a tag that is no number: " + words)
		}
		if to.Kind() == reflect.Float64 {
			to.SetFloat(x)
		} else {
			to.Index(i).SetFloat(x)
		}
	}
}

package casefile

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// In a flow of two dimensions points and directions may be given by x and z alone.

// inThree is x, y and z.
var inThree = reflect.TypeFor[[3]float64]()

// onMap reports whether a path is that of x and y, as of a gauge.
func onMap(path string) bool {
	return strings.HasPrefix(path, "gauge.") && strings.HasSuffix(path, ".at")
}

// inSpace is a list of a flow in two dimensions with the y that it does not have.
func inSpace(list []any, of reflect.Type, path string) []any {
	switch {
	case of == inThree && len(list) == 2:
		return []any{list[0], int64(0), list[1]}
	case onMap(path) && len(list) == 1:
		return []any{list[0], int64(0)}
	}
	return list
}

// numbers says what a list must have.
func (d decoder) numbers(of reflect.Type, path string) string {
	switch {
	case d.plane && of == inThree:
		return "x and z in brackets"
	case d.plane && onMap(path):
		return "x"
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

package text

import "testing"

func TestSum(t *testing.T) {
	for _, test := range []struct{ a, b, want float64 }{
		{512346, -512345.6, 0.4}, {4212345.7, -4212345.4, 0.3}, {123.8, -123.4, 0.4}, {-0.2, 0.3, 0.1},
		{512345.6, 0.4, 512346}, {0, 0.1, 0.1}, {0.1, 0.2, 0.3}, {1e7, -1e7, 0},
		{4194304 + 1.0/(1<<20), -4194304, 1.0 / (1 << 20)}, {524288 + 1.0/2048, -524288, 1.0 / 2048},
		{4212345.4 + 1.0/3, -4212345.4, 0.3333333330}, // as far as the two tell
	} {
		got := Sum(test.a, test.b)
		if d := got - test.want; got != test.want &&
			(d > 1e-9 || d < -1e-9 || test.want != 0.3333333330) {
			t.Errorf("%v and %v make %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

func TestCoordinate(t *testing.T) {
	for _, test := range []struct {
		origin, distance float64
		want             string
	}{
		{0, 0.123456, "0.1235"}, {4212345.4, 0.123456, "4212345.5235"}, {512345.6, 0.4, "512346"},
		{512345.6, 0, "512345.6"},
		{512345.6, 1234.5678, "513580.6"}, {-0.2, 0.35, "0.15"},
	} {
		if got := Coordinate(test.origin, test.distance); got != test.want {
			t.Errorf("%v from %v is %s, want %s", test.distance, test.origin, got, test.want)
		}
	}
}

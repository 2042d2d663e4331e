package cuda

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// powersProgram prints what powers.h makes of the numbers that it reads: e^x, ln |x|, |x|^n and
// (1 - e^-|x|)/|x|.
const powersProgram = `
#include "powers.h"
#include <stdio.h>
int main()
{
	float x, n;
	while (scanf("%f %f", &x, &n) == 2) {
		float a = fabsf(x);
		printf("%.9g %.9g %.9g %.9g\n", exponential(x), logarithm(a), power(a, n), decayedPart(a));
	}
}
`

// Exponentials, logarithms and powers of + - × ÷ are those of package math, to some units in the
// last place of single precision.
func TestPowers(t *testing.T) {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "powers.cpp"), filepath.Join(dir, "powers")
	if err := os.WriteFile(source, []byte(powersProgram), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("g++", "-std=c++17", "-O1", "-ffp-contract=off", "-I.", "-o", program,
		source)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var in strings.Builder
	var xs, ns []float64
	for k := -600; k <= 600; k++ {
		x, n := float32(math.Pow(1.12, float64(k)/5)), float32(math.Mod(float64(k)*0.37, 2))
		if k%2 != 0 {
			x = -x
		}
		xs, ns = append(xs, float64(x)), append(ns, float64(n))
		fmt.Fprintf(&in, "%.9g %.9g\n", x, n)
	}
	run := exec.Command(program)
	run.Stdin = strings.NewReader(in.String())
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	const last = 6e-8 // half a unit in the last place
	for i := range xs {
		if !lines.Scan() {
			t.Fatalf("%d lines, want %d", i, len(xs))
		}
		var e, l, p, d float64
		if _, err := fmt.Sscan(lines.Text(), &e, &l, &p, &d); err != nil {
			t.Fatal(err)
		}
		x, n := xs[i], ns[i]
		a := math.Abs(x)
		exponent := math.Abs(n * math.Log(a))
		for _, c := range []struct {
			of             string
			got, want, off float64
		}{
			{"e^x", e, math.Exp(min(max(x, -87), 88)), 4 * last * math.Exp(min(max(x, -87), 88))},
			{"ln x", l, math.Log(a), 4*last*math.Abs(math.Log(a)) + 2*last*math.Abs(a-1)},
			{"x^n", p, math.Pow(a, n), 4 * last * (1 + 2*exponent) * math.Pow(a, n)},
			{"(1 - e^-x)/x", d, -math.Expm1(-a) / a, 4 * last * -math.Expm1(-a) / a},
		} {
			if !(math.Abs(c.got-c.want) <= c.off) {
				t.Errorf("x = %g, n = %g: %s is %.9g, want %.9g within %.1e", x, n, c.of, c.got,
					c.want, c.off)
			}
		}
	}
}

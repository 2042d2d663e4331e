package clocktest

import (
	"testing"
	"time"
)

func TestSetBack(t *testing.T) {
	with := time.Now()
	without := with.Round(0)
	SetBack(&with)
	SetBack(&without)
	if s := time.Since(with); s < 0 || s > time.Hour {
		t.Errorf("it is %v since a time with the monotonic clock", s)
	}
	if s := time.Since(without); s > -time.Hour {
		t.Errorf("it is %v since one without", s)
	}
}

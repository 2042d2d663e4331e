package tests

import "embed"

// References are what flows are compared with: testdata, as the program has it built in.
//
//go:embed testdata/*.csv
var References embed.FS

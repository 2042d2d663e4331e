// Package gridpage is the page on which a browser shows a run of a flow on a grid: while it
// computes, from what the run reports, or from its files. internal/live serves it. The page's
// script asks three times a second for what is new, and draws the charts.
package gridpage

import "embed"

// files are the page.
//
//go:embed assets
var files embed.FS

// Package live serves a page that shows a flow: while it runs, from what a run tells it between
// list periods, or afterwards from its files. docs/design/live.md says how it is kept from holding
// a run up.
package live

import "embed"

// files are the page, without the libraries that it uses.
//
//go:embed assets
var files embed.FS

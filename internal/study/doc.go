// Package study does several runs below one directory, as converge and sweep need them: what was
// done before is taken, what was interrupted is continued. It measures in the tables of the runs,
// and draws what they have in common.
package study

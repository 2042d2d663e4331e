// Package statistics has means and deviations of records over time, and finds the part of a record
// that is steady. It knows numbers only, no runs and no files.
package statistics

// Package waves has the statistics of waves in records of the surface: heights and periods between
// crossings of the mean level, spectra, and incident and reflected waves of three or more gauges.
// It knows numbers only, no runs and no files.
package waves

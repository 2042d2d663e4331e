// Package wavemaker has the motions of paddles that make waves in a flume: laws of package motion,
// from theories of waves. It knows neither particles nor case files.
package wavemaker

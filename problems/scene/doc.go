// Package scene fills fluid, walls and solids with particles: those of a tank with boxes and shapes
// in it (Scene), or a box full of fluid (Filled), at whatever spacing and kind of boundary the user
// asks for. It knows no problem by name and no case file. Its errors name the options of the
// command line at fault.
package scene

// The constants of the physics that no option sets, as the kernels have them. The table in
// sph/constants.go has each with its meaning and its source; TestConstants compares the two. They
// are not members of Physics, because the compiler folds them into the code.
#pragma once

constexpr float TAIT_EXPONENT = 7.0f;

// Position Verlet
constexpr float RATE_EXTRAPOLATION = 0.4f;

// Walls of mdbc
constexpr float MDBC_ARTIFICIAL = 0.25f;
constexpr float MDBC_NORMAL_VELOCITY = 0.5f;
constexpr float MDBC_LEAST_HEIGHT = 0.2f;

// Dummy walls
constexpr float DUMMY_SPRING_REACH = 0.5f;
constexpr float DUMMY_ASIDE2 = 1.5f;
constexpr float DUMMY_LEAST_HEIGHT = 0.5f;

// Rough walls
constexpr float ROUGH_LEAST_LOG = 1.0f;

// Heat
constexpr float HEAT_LEAST_HEIGHT = 0.5f;
constexpr float HEAT_SURFACE_ITERATIONS = 8.0f;

// Passes
constexpr float DENSITY_GRADIENT_DETERMINANT = 0.01f;
constexpr float CORRECTION_DETERMINANT = 0.5f;
constexpr float CORRECTION_FADE = 0.15f;
constexpr float CORRECTION_PART = 0.75f;
constexpr float STRAIN_DETERMINANT = 0.01f;
constexpr float SHIFTING_CLUMPING = 0.2f;

package sph_test

import _ "gpusph/features" // tests of this package see the tables with those of features

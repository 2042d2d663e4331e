// Package devices has what features give devices. It is apart from package features, since flows
// and their files need no device.
package devices

import (
	_ "gpusph/features" // whose flows have these
	"gpusph/features/absorption"
	absorbdevice "gpusph/features/absorption/device"
	"gpusph/features/bodies"
	bodiesdevice "gpusph/features/bodies/device"
	"gpusph/features/damping"
	dampingdevice "gpusph/features/damping/device"
	"gpusph/features/flexible"
	flexibledevice "gpusph/features/flexible/device"
	"gpusph/features/fluids"
	fluidsdevice "gpusph/features/fluids/device"
	"gpusph/features/heat"
	heatdevice "gpusph/features/heat/device"
	"gpusph/features/joints"
	jointsdevice "gpusph/features/joints/device"
	"gpusph/features/lines"
	linesdevice "gpusph/features/lines/device"
	"gpusph/features/openings"
	openingsdevice "gpusph/features/openings/device"
	"gpusph/features/porous"
	porousdevice "gpusph/features/porous/device"
	"gpusph/features/relaxation"
	relaxdevice "gpusph/features/relaxation/device"
	"gpusph/features/roughness"
	roughdevice "gpusph/features/roughness/device"
	"gpusph/features/tension"
	tensiondevice "gpusph/features/tension/device"
	"gpusph/features/thick"
	thickdevice "gpusph/features/thick/device"
	"gpusph/features/zones"
	zonesdevice "gpusph/features/zones/device"
	"gpusph/sph/launch"
)

func init() {
	launch.Install(absorption.Name, &absorbdevice.Feature)
	launch.Install(bodies.Name, &bodiesdevice.Feature)
	launch.Install(damping.Name, &dampingdevice.Feature)
	launch.Install(flexible.Name, &flexibledevice.Feature)
	launch.Install(fluids.Name, &fluidsdevice.Feature)
	launch.Install(heat.Name, &heatdevice.Feature)
	launch.Install(joints.Name, &jointsdevice.Feature)
	launch.Install(lines.Name, &linesdevice.Feature)
	launch.Install(openings.Name, &openingsdevice.Feature)
	launch.Install(porous.Name, &porousdevice.Feature)
	launch.Install(relaxation.Name, &relaxdevice.Feature)
	launch.Install(roughness.Name, &roughdevice.Feature)
	launch.Install(tension.Name, &tensiondevice.Feature)
	launch.Install(thick.Name, &thickdevice.Feature)
	launch.Install(zones.Name, &zonesdevice.Feature)
}

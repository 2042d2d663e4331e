import os

from paraview.simple import *

try:
    here = os.path.dirname(os.path.abspath(__file__))
except NameError:  # ParaView does not say where the script is
    here = directory


def spheres(source, view):
    """Shows the particles of a source as spheres of the right radius."""
    display = Show(source, view)
    display.SetRepresentationType("Point Gaussian")
    display.GaussianRadius = radius
    return display


view = GetActiveViewOrCreate("RenderView")
particles = PVDReader(FileName=os.path.join(here, "particles.pvd"))
RenameSource("fluid", particles)
fluid = spheres(particles, view)

# The colour: the speed, or else the first value that the snapshots have.
UpdatePipeline(proxy=particles)
names = particles.PointData.keys()
wanted = ("Velocity [m/s]", "Pressure [Pa]", "Density [kg/m3]")
colour = next((n for n in wanted if n in names), None)
if colour == wanted[0]:
    ColorBy(fluid, ("POINTS", colour, "Magnitude"))
elif colour:
    ColorBy(fluid, ("POINTS", colour))

if os.path.exists(os.path.join(here, "walls.vtp")):
    fixed = XMLPolyDataReader(FileName=[os.path.join(here, "walls.vtp")])
    RenameSource("walls", fixed)
    walls = spheres(fixed, view)
    walls.ColorArrayName = ["POINTS", ""]
    walls.DiffuseColor = [0.6, 0.6, 0.6]
    walls.Opacity = 1.0 if dimension == 2 else 0.05

# The scale is that of the middle of the run.
scene = GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
times = list(particles.TimestepValues)
if times:
    scene.AnimationTime = times[len(times) // 2]
if colour:
    fluid.RescaleTransferFunctionToDataRange(False, True)
    fluid.SetScalarBarVisibility(view, True)

# From the front in two dimensions, else also from the right and from above.
view.CameraFocalPoint = [0, 0, 0]
view.CameraPosition = [0, -1, 0] if dimension == 2 else [0.6, -1, 0.5]
view.CameraViewUp = [0, 0, 1]
ResetCamera(view)
Render(view)

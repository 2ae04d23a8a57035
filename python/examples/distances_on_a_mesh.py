#!/usr/bin/env python3
"""The lower jaw with its distance to the upper at each vertex, as a mesh for VTK and PyVista:
distances_on_a_mesh.py UPPER LOWER MESH.vtp"""
import sys

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter

import intercusp

# %% The distance in any direction, at every vertex of either jaw.
case = intercusp.Case(intercusp.read_jaw(sys.argv[1], "upper"), intercusp.read_jaw(sys.argv[2], "lower"))
distance = intercusp.surface_distance(case)
print(f"least {distance.least_mm:.3f} mm at {np.round(distance.least_point_mm, 2)}")

# %% Points in the case frame: the lower is posed. Only the scanned surface, without the base that closes it.
pose = case.upper_from_lower
points = case.lower.vertices @ pose[:3, :3].T + pose[:3, 3]
faces = case.lower.faces[: case.lower.anatomy_faces]

# %% VTK and PyVista list a cell as its number of corners, then the corners. pyvista.PolyData(points, cells) takes both.
cells = np.column_stack([np.full(len(faces), 3), faces]).astype(np.int64).ravel()
mesh = vtkPolyData()
vtk_points = vtkPoints()
vtk_points.SetData(numpy_to_vtk(points))
mesh.SetPoints(vtk_points)
vtk_cells = vtkCellArray()
vtk_cells.SetCells(len(faces), numpy_to_vtkIdTypeArray(cells))
mesh.SetPolys(vtk_cells)

# %% Arrays by name: mesh.point_data["surface_distance_mm"] in PyVista. Views of results are passed on without a copy.
for name, values in (("surface_distance_mm", distance.lower_mm), ("tooth", case.lower.labels)):
    if values is None:
        continue
    array = numpy_to_vtk(values)
    array.SetName(name)
    mesh.GetPointData().AddArray(array)
mesh.GetPointData().SetActiveScalars("surface_distance_mm")

writer = vtkXMLPolyDataWriter()
writer.SetFileName(sys.argv[3])
writer.SetInputData(mesh)
if writer.Write() != 1:
    sys.exit(f"{sys.argv[3]} cannot be written")

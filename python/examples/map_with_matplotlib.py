#!/usr/bin/env python3
"""A clearance map as a picture: map_with_matplotlib.py UPPER LOWER PICTURE.png"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import intercusp

# %% Two scans in occlusion become a case.
upper = intercusp.read_jaw(sys.argv[1], "upper")
lower = intercusp.read_jaw(sys.argv[2], "lower")
case = intercusp.Case(upper, lower)

# %% One map of the whole bite: an array of mm, negative where the jaws overlap.
clearance = intercusp.clearance_map(case)
rows, columns = clearance.shape
print(f"{columns} x {rows} pixels by {clearance.engine}; least {np.nanmin(clearance.clearance_mm):.3f} mm")

# %% Area of what is closer than a threshold: pixels times their size. `intercusp.contacts` clips pixels and gives errors.
for threshold_mm in (0.05, 0.1, 0.2):
    pixels = np.count_nonzero(clearance.clearance_mm <= threshold_mm)
    print(f"{pixels * clearance.spacing[0] * clearance.spacing[1]:6.2f} mm² closer than {threshold_mm} mm")

# %% Row 0 is on top, the patient's right on the left: imshow shows it as it is.
mm = clearance.spacing[0]
figure, axes = plt.subplots(figsize=(8, 6), layout="constrained")
picture = axes.imshow(clearance.clearance_mm, cmap="RdYlBu", vmin=-1, vmax=1, extent=(0, columns * mm, rows * mm, 0))
axes.contour(clearance.clearance_mm, levels=[0.1], colors="black", linewidths=0.5, extent=(0, columns * mm, 0, rows * mm))
axes.set(title="Clearance, seen from below (anterior on top)", xlabel="mm", ylabel="mm")
axes.text(0.02, 0.96, "R", transform=axes.transAxes, weight="bold", va="top")
axes.text(0.98, 0.96, "L", transform=axes.transAxes, weight="bold", va="top", ha="right")
figure.colorbar(picture, label="clearance, mm (negative: overlap)", shrink=0.8)
figure.savefig(sys.argv[3], dpi=150)

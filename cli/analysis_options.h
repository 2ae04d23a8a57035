// The options of each analysis, stated once: name, help, range and unit of every option, beside the
// value that it sets.
//
// The command line adds its options from these lists (AddOption in cli/options.h), and Python checks its
// arguments by them (CheckRange in python/errors.h). tests/cli/options_test.cpp compares them with the tables
// of docs/USER_GUIDE.md and with intercusp.pyi.
#pragma once

#include "occlusion/base/limits.h"
#include "occlusion/inspect.h"
#include "occlusion/motion/articulator/articulate.h"
#include "occlusion/motion/checkbite/checkbite.h"
#include "occlusion/motion/closing/closing.h"
#include "occlusion/motion/seating/settle.h"
#include "occlusion/motion/tracks/play.h"
#include "occlusion/several/interference.h"
#include "occlusion/validation/validate.h"

namespace intercusp {

struct Option {
  const char* flag;          //!< on the command line: "--pixel"
  const char* key;           //!< in Python and in the settings in JSON: "pixel_mm"
  const char* help;          //!< text in --help
  limits::Range range = {};  //!< range of a number
  const char* unit = "";     //!< unit of a number, as --help shows it: "MM"
};

//! A share that users enter in percent.
struct Percent {
  double& share;
};

//! Standard deviations that users enter as MM,DEG.
struct Deviations {
  double &mm, &rad;
};

//! Options of any clearance maps, of one inspection or of the poses of a track.
//! \param see is called with each option and its value
template <class Options, class See>
void each_map_option(Options& o, const See& see) {
  see({"--engine", "engine", "Engine that computes the clearance map"}, o.engine);
  see({"--pixel", "pixel_mm", "Pixel size in mm", limits::pixel_mm, "MM"}, o.pixel_mm);
  see({"--direction", "direction", "Projection direction from lower to upper, X,Y,Z or auto"}, o.direction);
}

//! Options of the maps of an inspection.
template <class See>
void each_maps_option(InspectionOptions& o, const See& see) {
  each_map_option(o, see);
  see({"--sectors", "sectors",
       "Number of arch sectors, each with its own projection direction (1: one direction for the arch)",
       limits::sectors},
      o.sectors);
}

template <class See>
void each_option(InspectionOptions& o, const See& see) {
  each_maps_option(o, see);
  see({"--threshold", "thresholds_mm", "Largest distance that counts as contact, in mm; repeatable",
       limits::threshold_mm, "MM"},
      o.thresholds_mm);
  see({"--area-error", "area_error_percent",
       "Target error of contact areas in percent; contact edges are refined until it is reached",
       limits::area_error_percent, "PERCENT"},
      Percent{o.area_error});
  BiteError& error = o.bite_error;
  see({"--bite-error", "bite_error",
       "Error of the bite registration: standard deviations along and about each axis, MM,DEG"},
      Deviations{error.translation_mm, error.rotation_rad});
  see({"--bite-poses", "bite_poses", "Number of random poses for the 95 % intervals (0: no intervals)",
       limits::bite_poses},
      error.poses);
  see({"--bite-seed", "bite_seed", "Random seed of these poses"}, error.seed);
  see({"--exact", "exact", "Also list the curves where the surfaces cross, by exact tests of the faces"},
      o.exact);
}

template <class See>
void each_option(ValidationOptions& o, const See& see) {
  see({"--rays", "rays_per_pixel", "Rays per pixel", limits::rays_per_pixel}, o.rays_per_pixel);
}

//! Options in addition to those of maps.
template <class See>
void each_option(PlayOptions& o, const See& see) {
  see({"--threshold", "threshold_mm", "Largest clearance that counts as contact, in mm", limits::threshold_mm,
       "MM"},
      o.threshold_mm);
  see({"--rate", "rate_hz", "Poses per second, interpolated (default: the track's own times)",
       limits::samples_per_s, "HZ"},
      o.rate_hz);
}

template <class See>
void each_option(ClosingOptions& o, const See& see) {
  see({"--pixel", "pixel_mm", "Pixel size of the map in mm (first contact does not depend on it)",
       limits::pixel_mm, "MM"},
      o.pixel_mm);
}

template <class See>
void each_option(SettleOptions& o, const See& see) {
  see({"--tolerance", "tolerance_mm", "Largest penetration allowed, in mm of surface distance",
       limits::settle_tolerance_mm, "MM"},
      o.tolerance_mm);
  see({"--max-motion", "max_motion_mm", "Largest motion of any point of the lower jaw, in mm",
       limits::settle_motion_mm, "MM"},
      o.max_motion_mm);
  see({"--direction", "direction",
       "Closing direction from lower to upper, X,Y,Z (auto: superior; if given, no arch is needed)"},
      o.direction);
}

//! Options in addition to the settings of the articulator.
template <class See>
void each_option(ArticulateOptions& o, const See& see) {
  see({"--threshold", "threshold_mm", "Largest distance in any direction that counts as tooth contact, in mm",
       limits::tooth_contact_mm, "MM"},
      o.threshold_mm);
}

template <class See>
void each_option(CheckbiteOptions& o, const See& see) {
  see({"--bite-error", "bite_error",
       "Error of records that are given as poses: standard deviations along and about each axis, MM,DEG"},
      Deviations{o.bite_error.translation_mm, o.bite_error.rotation_rad});
  see({"--intercondylar", "intercondylar_mm",
       "Intercondylar distance: the ends of the axis lie at half of it left and right of the midline",
       limits::condyles_apart_mm, "MM"},
      o.intercondylar_mm);
}

template <class See>
void each_option(InterferenceOptions& o, const See& see) {
  see({"--engine", "engine", "Engine: z-lists on the CPU, CInDeR on OpenGL, or rays by Embree"}, o.engine);
  see({"--pixel", "pixel_mm", "Pixel size in mm; reduced for small overlaps", limits::pixel_mm, "MM"},
      o.pixel_mm);
}

//! Returns the options with maps alone: without distances in other directions, areas, intervals
//! and first contact.
[[nodiscard]] inline InspectionOptions with_maps_alone(InspectionOptions options) {
  options.surface_distance = options.first_contact = false;
  options.bite_error = {.poses = 0};
  options.thresholds_mm.clear();
  return options;
}

}  // namespace intercusp

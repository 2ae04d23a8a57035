// The live path of the z-list engine. It draws only the exit faces of the lower, keeps only the last exit per
// pixel, and compares it with the cached first interval inside the upper.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "occlusion/engines/zlist/layer_lists.h"
#include "occlusion/engines/zlist/posed_mesh.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp::zlist {

//! The first interval of every line inside the upper. Every array has one entry per pixel of the frame.
struct FirstStretch {
  std::vector<float> start, end;    //!< mm from the depth origin; +infinity and -infinity if empty
  std::vector<std::int32_t> face;   //!< of `start`; no_face if empty
  std::vector<WantedTiles> starts;  //!< per band: the least `start` in each tile
};
//! \param upper intervals in the frame of the posed mesh
[[nodiscard]] FirstStretch first_stretch(const IntervalLists& upper, const PosedMesh& mesh);

//! Input for the map of one pose. Upper and lower have a common frame and depth origin.
struct FacingJaws {
  const PosedMesh& lower;
  const IntervalLists& upper_intervals;
  const FirstStretch& upper;
  const ColumnRules& rules;
  std::optional<NearPixels> near;  //!< if given, only these pixels must be exact (MapEngine::compute_within)
};

//! Draws maps; reuses its storage from pose to pose.
class FacingPath {
 public:
  //! Writes the whole map. It must have the grid of the lower and may hold the result of the last pose.
  void run(const FacingJaws& jaws, ClearanceMap& map);

 private:
  //! The part of the result in one band.
  struct Band {
    std::vector<std::uint8_t> held;          // per row and chunk of columns (RowOfMap::held)
    std::vector<std::uint8_t> open;          // per pixel: 1 if it is still undecided
    std::vector<std::uint32_t> open_pixels;  // those pixels
    std::vector<std::uint8_t> near_tiles;    // per tile: 1 if it must be exact; empty: none
  };
  //! Working storage of a thread for a band. For the next band it is still in the nearest cache.
  struct Layers {
    // Per pixel: depth_key of the lower's last exit and last entry.
    std::vector<std::uint64_t> exits, entries;
    std::vector<float> entering_limits;  // PosedMesh::find_entering_limits
    BandLists lists;
    std::vector<DepthInterval> intervals;
  };
  //! \param wanted selects the exits that matter, as for PosedMesh::draw_all
  template <class Wanted>
  void map_band(const FacingJaws& jaws, int index, const Wanted& wanted, ClearanceMap& map);
  template <class Wanted>
  void draw_and_compare(const FacingJaws& jaws, int index, const Wanted& wanted, Layers& layers,
                        ClearanceMap& map);
  void map_near(const FacingJaws& jaws, double within_mm, ClearanceMap& map);
  void map_beside(const FacingJaws& jaws, ClearanceMap& map);
  void mark_near_tiles(const FacingJaws& jaws, int index, const ClearanceMap& map);
  void settle_by_entries(const FacingJaws& jaws, int index, Layers& layers, ClearanceMap& map);
  void settle_by_lists(const FacingJaws& jaws, int index, Layers& layers, ClearanceMap& map);

  std::vector<Band> bands_;
  tbb::enumerable_thread_specific<Layers> layers_;
};

}  // namespace intercusp::zlist

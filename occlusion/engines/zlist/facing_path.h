// The live path of the z-list engine: draws only the lower's exit faces and keeps only the last exit per
// pixel, compared with the cached first layer of the upper.
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
  std::vector<WantedTiles> starts;  //!< per band: the least `start` of its tiles
};
//! \param upper of the posed mesh's frame
[[nodiscard]] FirstStretch first_stretch(const IntervalLists& upper, const PosedMesh& mesh);

//! Input for the map of a pose. Upper and lower share the frame and the depth origin.
struct FacingJaws {
  const PosedMesh& lower;
  const IntervalLists& upper_intervals;
  const FirstStretch& upper;
  const ColumnRules& rules;
  std::optional<NearPixels> near;  //!< only these pixels must be exact: MapEngine::compute_within
};

//! Storage kept from pose to pose.
class FacingPath {
 public:
  //! Writes the whole map, which must have the grid of the lower and may hold the last pose's result.
  void run(const FacingJaws& jaws, ClearanceMap& map);

 private:
  //! Result for the part of the map in one band.
  struct Band {
    std::vector<std::uint8_t> held;          // per row and chunk of it: RowOfMap
    std::vector<std::uint8_t> open;          // 1 per pixel that is not decided yet
    std::vector<std::uint32_t> open_pixels;  // those pixels
    std::vector<std::uint8_t> near_tiles;    // 1 per tile that must be exact; empty: none
  };
  //! A thread's storage while it works on a band; for the next band it is still in the nearest cache.
  struct Layers {
    std::vector<std::uint64_t> exits, entries;  // the lower's: depth_key of the last per pixel
    std::vector<float> entering_limits;         // PosedMesh::find_entering_limits
    BandLists lists;
    std::vector<DepthInterval> intervals;
  };
  //! \param wanted as for PosedMesh::draw_all: the exits that matter
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

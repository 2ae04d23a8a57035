// A jaw in one pose over one frame: the clusters to draw in each band of rows, and bounds on the surface's
// depth. It is rebuilt for every pose and reuses its storage.
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "occlusion/engines/zlist/clustered_mesh.h"
#include "occlusion/view/view.h"

namespace intercusp::zlist {

//! Rows are drawn in bands. One task draws a whole band, so threads share nothing.
constexpr int band_rows = 64;
//! Number of rows in a tile. A tile has one depth limit (PosedMesh::find_entering_limits).
constexpr int tile_rows = 8;
static_assert(band_rows % tile_rows == 0);

//! First pixel and one past the last.
struct PixelExtent {
  std::int32_t begin, end;
};

class PosedMesh {
 public:
  //! The mesh must outlive this object.
  explicit PosedMesh(const ClusteredMesh& mesh) : mesh_(&mesh) {}

  //! Places the jaw in a pose. Depths are mm from `depth_origin`.
  //! \throw std::length_error if the mesh spans more than about eight million pixels
  void place(const Eigen::Isometry3d& case_from_mesh, const View& view, double depth_origin);

  [[nodiscard]] const PixelGrid& grid() const { return grid_; }
  [[nodiscard]] int band_count() const { return (grid_.height + band_rows - 1) / band_rows; }
  [[nodiscard]] int first_row(int band) const { return band * band_rows; }
  [[nodiscard]] int end_row(int band) const { return std::min(grid_.height, (band + 1) * band_rows); }
  //! PixelGrid::index of the band's first pixel.
  [[nodiscard]] std::size_t first_pixel(int band) const { return grid_.index(0, first_row(band)); }
  [[nodiscard]] std::size_t pixels(int band) const {
    return static_cast<std::size_t>(end_row(band) - first_row(band)) * static_cast<std::size_t>(grid_.width);
  }

  //! Raises the keys of a band's pixels to those of the last exits on their lines (depth_key.h), as far as
  //! these are wanted.
  //! \param wanted as for draw_all
  template <class Wanted>
  void keep_last_exits(int band, const Wanted& wanted, std::uint64_t* keys) const {
    const BandView view = view_of(band);
    for (const Chunk& chunk : chunks_) {
      for (const std::uint32_t cluster : chunk.bands[static_cast<std::size_t>(band)].leaving) {
        const PlacedCluster& placed = placed_[cluster];
        if (!wanted(placed.columns, rows_in(band, placed), placed.highest)) continue;
        kernels().keep_last(mesh_->cluster(cluster), view, {Facing::leaving, !placed.may_enter}, keys);
      }
    }
  }

  //! Raises the keys to those of the last entries, as far as these are wanted.
  //! \param wanted as for draw_all
  template <class Wanted>
  void keep_last_entries(int band, const Wanted& wanted, std::uint64_t* keys) const {
    for_each_cluster(band, [&](std::uint32_t cluster) {
      const PlacedCluster& placed = placed_[cluster];
      if (placed.may_enter && wanted(placed.columns, rows_in(band, placed), placed.highest)) {
        kernels().keep_last(mesh_->cluster(cluster), view_of(band), {Facing::entering, !placed.may_leave},
                            keys);
      }
    });
  }

  //! Draws all faces of a band.
  //! \param wanted called with the columns and rows of the band that a cluster may touch, or more, and an
  //! upper bound of the cluster's depth; if it returns false, the cluster is skipped
  template <class Wanted>
  void draw_all(int band, const Wanted& wanted, const FragmentSink& sink) const {
    for_each_cluster(band, [&](std::uint32_t cluster) {
      const PlacedCluster& placed = placed_[cluster];
      if (wanted(placed.columns, rows_in(band, placed), placed.highest)) {
        kernels().draw_faces(mesh_->cluster(cluster), view_of(band), sink);
      }
    });
  }

  //! Finds upper limits of the depths at which lines enter the jaw: one number for each tile of
  //! `tile_columns` × `tile_rows` pixels, row by row from the band's first.
  //! \param limits overwritten
  void find_entering_limits(int band, std::vector<float>& limits) const;
  //! Step that vertices are snapped to, mm.
  [[nodiscard]] double snap_mm() const { return snap_mm_; }

  //! Upper bound for the distance of a vertex from the origin of depths, mm, from the box around the mesh.
  [[nodiscard]] double greatest_depth_mm() const;

  [[nodiscard]] std::size_t tiles_across() const {
    return static_cast<std::size_t>((grid_.width + tile_columns - 1) / tile_columns);
  }
  [[nodiscard]] std::size_t chunks_across() const {
    return static_cast<std::size_t>((grid_.width + chunk_columns - 1) / chunk_columns);
  }

 private:
  //! A cluster in this pose: the pixels that it may touch and an upper bound of its depth.
  struct PlacedCluster {
    PixelExtent columns, rows;
    float highest;
    bool may_leave, may_enter;
  };
  //! Some clusters that one task placed, and those among them that meet each band.
  struct Chunk {
    struct Band {
      std::vector<std::uint32_t> leaving;   // clusters with a face through which lines may leave
      std::vector<std::uint32_t> entering;  // all other clusters
    };
    std::vector<Band> bands;
  };
  template <class Use>
  void for_each_cluster(int band, const Use& use) const {
    for (const Chunk& chunk : chunks_) {
      const Chunk::Band& clusters = chunk.bands[static_cast<std::size_t>(band)];
      for (const std::uint32_t cluster : clusters.leaving) use(cluster);
      for (const std::uint32_t cluster : clusters.entering) use(cluster);
    }
  }
  [[nodiscard]] PixelExtent rows_in(int band, const PlacedCluster& placed) const {
    return {placed.rows.begin - first_row(band), placed.rows.end - first_row(band)};
  }
  [[nodiscard]] PlacedCluster place_cluster(std::size_t index) const;
  void place_chunk(std::size_t index);
  [[nodiscard]] BandView view_of(int band) const;

  const ClusteredMesh* mesh_;
  PixelGrid grid_;
  BandView view_{};                         // for the whole map
  double snap_mm_ = 0, snap_error_mm_ = 0;  // error: greatest error of a coordinate
  std::vector<PlacedCluster> placed_;
  std::vector<Chunk> chunks_;
};

}  // namespace intercusp::zlist

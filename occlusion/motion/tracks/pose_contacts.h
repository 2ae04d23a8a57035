// The contacts of one pose of a track, read from its clearance map at one threshold: in total, by side and by
// tooth.
//
// Clearance is along π. Areas equal those that inspect computes on this map: pixels are clipped along the
// threshold's contour (pixel_contacts.h), and penetration counts. Surface areas are those of the lower
// without its faces steeper than `steep_cosine`. Inspect clips those faces as triangles and includes them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/contact_sum.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Areas of contact, in total and for each tooth of ContactReader::teeth, in the measure of the map. The
//! total's `least_mm` is the least value of the whole map (infinite if no lower face meets an upper face). A
//! tooth's is the least value at its pixel centres in contact.
struct PoseContacts : ToothSums {
  bool interference = false;
  double left_mm2 = 0, right_mm2 = 0;                  //!< parts of projected_mm2; 0 without anatomy
  double left_surface_mm2 = 0, right_surface_mm2 = 0;  //!< parts of surface_mm2; 0 without anatomy

  [[nodiscard]] double depth_mm() const { return least_mm < 0 ? -least_mm : 0; }
};

//! The pixels of a map that may be partly in contact.
struct NearContact {
  static constexpr int stretch_columns = 64;
  static constexpr int block_rows = 32;

  std::vector<std::uint8_t> pixels;  //!< 1 if the pixel or one of its eight neighbours is in contact
  //! Per stretch of a row, 1 if it may hold such a pixel; 0 if it holds none.
  std::vector<std::uint8_t> stretches;
  //! Per stretch of a block of rows, 1 if one of the rows' stretches has a 1.
  std::vector<std::uint8_t> blocks;
  int across = 0;  //!< number of stretches of a row

  explicit NearContact(const PixelGrid& grid);
  [[nodiscard]] std::size_t stretch(int row, int number) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(across) +
           static_cast<std::size_t>(number);
  }
  [[nodiscard]] std::size_t block(int row, int number) const { return stretch(row / block_rows, number); }
  //! Whether a rectangle, including its last row and column, has such a pixel.
  //! \pre the rectangle lies within the grid
  [[nodiscard]] bool any_in(const PixelGrid& grid, int first_column, int first_row, int last_column,
                            int last_row) const;
};

//! Reads maps of one view. It keeps the data that does not depend on the pose.
class ContactReader {
 public:
  //! Pixels farther than this from any contact are skipped. A pixel that is partly in contact is next to one
  //! in contact, and its own neighbours clip it (pixel_contacts.h).
  static constexpr int reach_pixels = 2;

  //! \param bite labelled; its pose does not matter
  //! \param arch if empty, the figures of the sides stay 0
  ContactReader(const Bite& bite, const View& view, double threshold_mm,
                const std::optional<ArchSides>& arch);

  //! FDI numbers of both jaws' anatomy, sorted.
  [[nodiscard]] const std::vector<int>& teeth() const { return slots_.teeth; }

  //! Reads the contacts of a map by clearance. The sums are bit-identical for any number of threads.
  //! \pre the map is of this reader's view
  [[nodiscard]] PoseContacts read(const ClearanceMap& map, const Eigen::Isometry3d& upper_from_lower) {
    return read(map, map.clearance_mm, upper_from_lower);
  }
  //! Reads the contacts by another measure.
  //! \param gap_mm value of every pixel that replaces its clearance
  [[nodiscard]] PoseContacts read(const ClearanceMap& map, std::span<const float> gap_mm,
                                  const Eigen::Isometry3d& upper_from_lower);

  //! Pixels near the contacts of the map that was read last.
  [[nodiscard]] const NearContact& near_contact() const { return near_; }
  //! Whether any pixel is in contact.
  [[nodiscard]] bool any_near() const { return any_near_; }

 private:
  struct Scene;
  struct Band;
  struct SharedPixel;
  void read_band(const Scene& scene, Band& band) const;
  void add_pixel(const Scene& scene, const SharedPixel& shared, PoseContacts& sum) const;
  void mark_near(const Scene& scene, const Band& band);
  void mark_stretch(const Scene& scene, int row, int first_column, int end_column, float threshold);

  Bite bite_;
  double threshold_mm_;
  std::optional<ArchSides> arch_;
  ToothSlots slots_;
  NearContact near_;
  bool any_near_ = false;
};

}  // namespace intercusp

// Accumulates contact at one threshold: samples of a jaw's surface go in, the rows of a report come out.
//
// A sample is a pixel of a clearance map (map_contacts.h, refined_tiles.h) or a triangle of a surface
// (surface_contacts.h). Tables of a live map and of sampled poses have neither patches nor pairs and are
// computed hundreds of times; they add up ContactSum by tooth alone (contact_sum.h).
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "occlusion/case/arch_sides.h"
#include "occlusion/contacts/contact_sum.h"
#include "occlusion/contacts/contact_table.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! The label with the greatest weight, for example the tooth with most of a contact.
class MajorityLabel {
 public:
  void add(int label, double weight) {
    const auto found = std::find_if(weights_.begin(), weights_.end(),
                                    [&](const auto& entry) { return entry.first == label; });
    if (found != weights_.end()) {
      found->second += weight;
    } else {
      weights_.emplace_back(label, weight);
    }
  }
  //! The winner; the smallest label among equal weights; 0 if nothing was added.
  [[nodiscard]] int winner() const {
    const auto lighter = [](const auto& a, const auto& b) {
      return std::pair(a.second, -a.first) < std::pair(b.second, -b.first);
    };
    const auto best = std::max_element(weights_.begin(), weights_.end(), lighter);
    return best == weights_.end() ? 0 : best->first;
  }

 private:
  std::vector<std::pair<int, double>> weights_;  // few entries: the teeth that a patch reaches
};

//! The part of a sample that faces one tooth of the other jaw.
struct OpposingPart {
  int tooth = 0;                //!< FDI; 0 = unknown or gum
  std::int32_t face = no_face;  //!< no_face if the face itself is not within the threshold
  double projected_mm2 = 0, surface_mm2 = 0, weight_mm2 = 0;
  Sides sides;  //!< 0 without anatomy
};

//! A piece of the measured jaw's surface within the threshold.
struct ContactSample {
  int patch = 0;  //!< from 0; patches are numbered in the order of their first samples
  int tooth = 0;  //!< FDI; 0 = unknown or gum
  std::int32_t face = no_face;
  double projected_mm2 = 0, surface_mm2 = 0;
  double weight_mm2 = 0;  //!< decides the tooth and region of a patch; positive if any area is
  double mean_mm = 0, least_mm = 0;
  double variance_mm4 = 0;         //!< variance of the error of surface_mm2
  Eigen::Vector3d place{0, 0, 0};  //!< case frame
  std::array<OpposingPart, 3> opposing;
  int opposing_count = 0;
};

//! Left and anterior parts of an area.
struct SideSum {
  double left_mm2 = 0, anterior_mm2 = 0;

  void add(const Sides& sides, double area_mm2) {
    left_mm2 += area_mm2 * sides.left;
    anterior_mm2 += area_mm2 * sides.anterior;
  }
};

//! Totals of the whole area, without patches and teeth.
class AreaTally {
 public:
  //! \param sided whether samples have sides, so that shares are known
  AreaTally(Measure measure, double threshold_mm, bool sided)
      : measure_(measure), threshold_mm_(threshold_mm), sided_(sided) {}

  void add(const ContactSample& sample);
  [[nodiscard]] AreaTotal total(std::size_t contacts, std::optional<double> error_mm2) const;

 private:
  Measure measure_;
  double threshold_mm_;
  bool sided_;
  double projected_mm2_ = 0, surface_mm2_ = 0;
  SideSum sides_;
};

//! Totals of the whole area, patches, teeth and pairs.
class ContactTally {
 public:
  //! \param sided whether samples have sides, so that regions and shares are known
  ContactTally(Measure measure, double threshold_mm, bool sided)
      : measure_(measure), threshold_mm_(threshold_mm), sided_(sided), area_(measure, threshold_mm, sided) {}

  void add(const ContactSample& sample);
  //! Adds a face of the measured jaw that belongs to a patch but has no sample.
  void add_face(int patch, std::int32_t face) {
    patches_[static_cast<std::size_t>(patch)].faces.push_back(face);
  }
  //! Does nothing for a tooth without contact.
  void add_error(int tooth, const AreaError& error) { add_error(teeth_, tooth, error); }
  void add_opposing_error(int tooth, const AreaError& error) { add_error(opposing_teeth_, tooth, error); }

  //! The mean position of each patch, case frame.
  [[nodiscard]] std::vector<Eigen::Vector3d> middles() const;

  //! \pre the measured jaw is the lower
  //! \param places_mm one per patch, on the surface
  //! \param error_mm2 of the whole area; if empty, no tooth has an error either
  [[nodiscard]] ContactTable table(std::span<const Eigen::Vector3d> places_mm,
                                   std::optional<double> error_mm2) const;

 private:
  struct Patch {
    ContactSum sum;
    double weight_mm2 = 0;
    double integral_mm3 = 0;  // integral of clearance or distance over the area of the measure
    SideSum sides;            // by weight
    std::optional<Eigen::Vector3d> first_place;
    Eigen::Vector3d place_by_area{0, 0, 0}, place_by_weight{0, 0, 0};
    MajorityLabel tooth, opposing_tooth;
    std::vector<std::int32_t> faces, opposing_faces;
  };
  struct Row {  // one row of the table, for a tooth or a pair
    ContactSum sum;
    AreaErrorSum errors;
    std::set<int> patches;
    int last_patch = -1;  // patch of the previous sample, in most cases that of the next one as well

    void add(const ContactSum& part, int patch);
  };
  using Teeth = std::map<int, Row>;

  static void add_error(Teeth& teeth, int tooth, const AreaError& error) {
    if (const auto found = teeth.find(tooth); found != teeth.end()) found->second.errors.add(error);
  }
  void add_to_patch(const ContactSample& sample);
  [[nodiscard]] double area_of(const Patch& patch) const {
    return area_by(measure_, patch.sum.projected_mm2, patch.sum.surface_mm2);
  }
  [[nodiscard]] ContactPatch finished(const Patch& patch, const Eigen::Vector3d& centroid_mm,
                                      const Eigen::Vector3d& place_mm) const;
  [[nodiscard]] std::vector<ToothContact> rows(const Teeth& teeth, bool estimated) const;

  Measure measure_;
  double threshold_mm_;
  bool sided_;
  AreaTally area_;
  std::vector<Patch> patches_;
  Teeth teeth_, opposing_teeth_;
  std::map<std::pair<int, int>, Row> pairs_;  // opposing tooth, tooth
};

//! Merges the tables of several thresholds into one and numbers its patches from 1.
[[nodiscard]] ContactTable joined(Measure measure, std::vector<ContactTable> parts);

}  // namespace intercusp

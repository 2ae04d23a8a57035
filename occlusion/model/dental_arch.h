// One jaw's teeth as the model analysis sees them: landmarks and axes of each, directions and outline of the arch.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/case/anatomy.h"
#include "occlusion/case/tooth_landmarks.h"
#include "occlusion/model/measure.h"

namespace intercusp {

inline constexpr std::size_t landmark_names = 15;
static_assert(names_of(LandmarkName{}).entries.size() == landmark_names);

struct ModelTooth {
  int fdi = 0;
  bool sure = true;                 //!< of its number
  Eigen::Vector3d middle{0, 0, 0};  //!< of the crown, case frame
  Eigen::Vector3d mesial{0, 0, 0}, buccal{0, 0, 0}, occlusal{0, 0, 0};
  //! By LandmarkName, case frame; empty where the crown does not show it.
  std::array<std::optional<Eigen::Vector3d>, landmark_names> places = {};
  std::array<double, landmark_names> radius_mm = {};  //!< of doubt, 95 %
  std::array<double, landmark_names> along_mm = {};   //!< of contact points: doubt along the arch, 95 %

  [[nodiscard]] const std::optional<Eigen::Vector3d>& at(LandmarkName name) const {
    return places[static_cast<std::size_t>(name)];
  }
};

struct ModelJaw {
  Jaw jaw = Jaw::upper;
  std::vector<ModelTooth> teeth = {};  //!< from the patient's right to left
};

//! The directions of an arch, from places on its teeth alone: superior is perpendicular to the plane that fits them. Empty without
//! teeth of both sides, in front and behind.
struct ToothPlace3 {
  int fdi;
  Eigen::Vector3d place;
};
[[nodiscard]] std::optional<AnatomicalAxes> arch_axes(std::span<const ToothPlace3> places);

//! The outline of an arch seen along superior: a polynomial of the fourth degree (Lu 1966), x to the left, y forward.
class ArchForm {
 public:
  ArchForm() = default;
  //! \pre at least five points
  explicit ArchForm(std::span<const Eigen::Vector2d> points);
  [[nodiscard]] double y(double x) const;
  [[nodiscard]] double slope(double x) const;
  //! x of the curve's place nearest to a point.
  [[nodiscard]] double nearest_x(const Eigen::Vector2d& point) const;
  [[nodiscard]] double length_mm(double from_x, double to_x) const;

 private:
  void fit(std::span<const Eigen::Vector2d> points);

  double middle_mm_ = 0;  // x from which the powers are taken: scans may lie anywhere
  std::array<double, 5> coefficients_{};
};

class DentalArch {
 public:
  explicit DentalArch(const ModelJaw& jaw);

  [[nodiscard]] Jaw jaw() const { return jaw_->jaw; }
  [[nodiscard]] const std::vector<ModelTooth>& teeth() const { return jaw_->teeth; }
  [[nodiscard]] const ModelTooth* tooth(int fdi) const;
  [[nodiscard]] const std::optional<AnatomicalAxes>& axes() const { return axes_; }
  //! Empty where the arch has too few teeth.
  [[nodiscard]] const std::optional<ArchForm>& form() const { return form_; }
  //! Along left and anterior. \pre there are axes
  [[nodiscard]] Eigen::Vector2d flat(const Eigen::Vector3d& place) const {
    return {axes_->left.dot(place), axes_->anterior.dot(place)};
  }

 private:
  const ModelJaw* jaw_;
  std::optional<AnatomicalAxes> axes_;
  std::optional<ArchForm> form_;
};

//! Collects the places that define a measure, and remembers why one is missing.
class Wanted {
 public:
  explicit Wanted(const DentalArch& arch) : arch_(&arch) {}

  //! Zero where it is missing.
  Eigen::Vector3d operator()(int fdi, LandmarkName name);
  //! Whether the tooth is there and sure.
  bool tooth(int fdi);
  void lacks(MeasureReason reason) {
    if (reason_ == MeasureReason::none) reason_ = reason;
  }
  //! Takes over why a measure of the other arch lacks something, if it does.
  void lacks(const Wanted& other) { lacks(other.reason_); }
  [[nodiscard]] MeasureReason reason() const { return reason_; }
  [[nodiscard]] bool complete() const { return reason_ == MeasureReason::none; }
  //! The value, or the first reason why there is none.
  [[nodiscard]] Reading gives(double value) const {
    return complete() ? Reading{value} : Reading{{}, reason_};
  }

 private:
  const DentalArch* arch_;
  MeasureReason reason_ = MeasureReason::none;
};

//! Distance between the contact points along the tooth's mesiodistal axis.
[[nodiscard]] double width_mm(Wanted& wanted, const DentalArch& arch, int fdi);

//! Sum of the widths from the central incisors to the teeth of a place, both sides.
[[nodiscard]] double sum_of_widths_mm(Wanted& wanted, const DentalArch& arch, int last_place);

//! How many limits a value exceeds: the points of a score.
[[nodiscard]] double steps_above(double value, std::initializer_list<double> limits);

//! FDI number of a permanent tooth.
[[nodiscard]] inline int permanent(Jaw jaw, bool left, int place) {
  return fdi_of(jaw, left ? PatientSide::left : PatientSide::right, place);
}

//! The places of a tooth that bite on the cheek's side: incisal middle, tip of the canine, buccal cusps.
[[nodiscard]] std::vector<Eigen::Vector3d> buccal_tops(const ModelTooth& tooth);

//! The places of a tooth that bite on the tongue's side.
[[nodiscard]] std::vector<Eigen::Vector3d> lingual_tops(const ModelTooth& tooth);

//! Adds the measures of one arch; their order and number depend only on which teeth there are.
void measure_arch(const DentalArch& arch, std::vector<ModelMeasure>& measures);

//! Adds the measures of both jaws.
//! \param upper,lower nullptr: not scanned  \param relations nullptr: without both jaws' axes
void measure_bite(const DentalArch* upper, const DentalArch* lower, const BiteRelations* relations,
                  std::vector<ModelMeasure>& measures);

}  // namespace intercusp

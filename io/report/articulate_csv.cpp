#include "io/report/articulate_csv.h"

#include <fmt/format.h>

#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string gap_cell(const std::optional<GroupGap>& gap) {
  return gap ? fmt::format("{}", gap->distance_mm) : std::string();
}

std::string provenance_cells(const Provenance& provenance) {
  return fmt::format("{},{},{},{}", provenance.version, provenance.settings, provenance.upper_sha256,
                     provenance.lower_sha256);
}

std::string step_cells(const MovementReport& movement, const GuidanceStep& guidance) {
  const ArticulatedPose& pose = guidance.step.pose;
  return fmt::format("{},{},{},{},{},{},{},{},{}", name_of(movement.excursion), guidance.step.asked_mm,
                     pose.excursion_mm, pose.travel_mm, in_degrees(pose.opening_rad), name_of(guidance.kind),
                     guidance.balancing, gap_cell(guidance.right_posterior),
                     gap_cell(guidance.left_posterior));
}

std::string contact_cells(const MovementReport& movement, const GuidanceStep& guidance, const GroupGap& gap) {
  return fmt::format("{},{},{},{},{},{},{},{}", name_of_group(gap.pair.upper), name_of_group(gap.pair.lower),
                     name_of(role_of(gap.pair, movement.excursion)), gap.pair == guidance.step.touching,
                     gap.distance_mm, gap.case_point.x(), gap.case_point.y(), gap.case_point.z());
}

}  // namespace

std::string guidance_csv(const ArticulateReport& report) {
  std::string text =
      "movement,excursion_mm,reached_mm,travel_mm,opening_deg,guidance,balancing_contacts,right_posterior_mm,"
      "left_posterior_mm,upper_tooth,lower_tooth,role,first_contact,distance_mm,x_mm,y_mm,z_mm,threshold_mm,"
      "measure,teeth_estimated,version,settings,upper_sha256,lower_sha256\r\n";
  const std::string end =
      fmt::format("{},surface_distance,{},{}\r\n", report.result.options.threshold_mm,
                  report.result.labels_estimated, provenance_cells(provenance_of(report)));
  for (const MovementReport& movement : report.result.movements) {
    for (const GuidanceStep& guidance : movement.guidance) {
      for (const GroupGap& gap : guidance.step.contacts)
        text += step_cells(movement, guidance) + "," + contact_cells(movement, guidance, gap) + "," + end;
    }
  }
  return text;
}

std::string sensitivity_csv(const ArticulateReport& report) {
  const Sensitivity& sensitivity = *report.sensitivity;
  std::string text =
      "movement,excursion_mm,upper_tooth,lower_tooth,role,settings_with_contact,share,verdict,setting,"
      "correlation,settings_done,threshold_mm,measure,version,upper_sha256,lower_sha256\r\n";
  const Provenance provenance = provenance_of(report);
  for (const ContactSensitivity& contact : sensitivity.contacts) {
    const std::string setting =
        contact.setting
            ? fmt::format("{},{}", setting_ranges()[static_cast<std::size_t>(*contact.setting)].name,
                          contact.correlation)
            : std::string(",");
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},surface_distance,{},{},{}\r\n",
                        name_of(contact.excursion), contact.excursion_mm, name_of_group(contact.pair.upper),
                        name_of_group(contact.pair.lower), name_of(role_of(contact.pair, contact.excursion)),
                        contact.settings, contact.share, name_of(contact.verdict), setting,
                        sensitivity.settings_done, sensitivity.options.threshold_mm, provenance.version,
                        provenance.upper_sha256, provenance.lower_sha256);
  }
  return text;
}

std::string track_csv(std::span<const Eigen::Isometry3d> upper_from_lower) {
  std::string text = "time_s";
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) text += fmt::format(",m{}{}", row, column);
  }
  text += "\r\n";
  for (std::size_t i = 0; i < upper_from_lower.size(); ++i) {
    text += fmt::format("{}", static_cast<double>(i) / 10);
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) text += fmt::format(",{}", upper_from_lower[i](row, column));
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace intercusp

#include "occlusion/motion/closing/closing.h"

#include <chrono>

#include "occlusion/base/ms_since.h"
#include "occlusion/geometry/triangle_mesh.h"

namespace intercusp {
namespace {

using Clock = std::chrono::steady_clock;

ClosingMapOptions map_options(const Closing& closing) {
  ClosingMapOptions options{.engine = closing.options.engine, .pixel_mm = closing.options.pixel_mm};
  if (closing.bite_case->anatomy.axes) options.down = closing.bite_case->anatomy.axes->posterior();
  return options;
}

void add_map(Closing& closing) {
  closing.mapping = closing_map(closing.bite_case->bite, closing.motion, map_options(closing));
  if (closing.mapping.map) {
    closing.order = order_of_contacts(*closing.mapping.map, closing.bite_case->bite,
                                      closing.bite_case->upper_teeth, closing.bite_case->lower_teeth);
  }
}

}  // namespace

double Closing::travel_at_contact_mm() const {
  return answer.contact->amount * motion.velocity_at(answer.contact->case_point).norm();
}

Eigen::Isometry3d Closing::pose_at_contact() const {
  return motion.at(answer.contact->amount) * bite_case->bite.upper_from_lower;
}

namespace {

//! The start's depth is known where it overlaps; jaws in touch may overlap or part by the rounding of their files.
std::optional<Finding> doubt_of(const Closing& closing) {
  const FirstContactAnswer& answer = closing.answer;
  const Bite& bite = closing.bite_case->bite;
  const double rounding_mm = single_precision_mm(bite.upper->mesh) + single_precision_mm(bite.lower->mesh);
  const bool in_touch = answer.contact && closing.travel_at_contact_mm() < rounding_mm;
  const double depth_mm = answer.deepest ? -answer.deepest->distance_mm : 0;
  if (!(answer.starts_overlapping || in_touch) ||
      !rounding_decides(depth_mm, rounding_mm, default_depth_tolerance_mm))
    return std::nullopt;
  return Finding{"rounding_decides", Severity::warning, {{"rounding_um", 1000 * rounding_mm}}};
}

}  // namespace

Closing find_closing(std::shared_ptr<const Case> bite_case, const Motion& motion,
                     const ClosingOptions& options, const Progress& progress) {
  const Clock::time_point start = Clock::now();
  const Bite& bite = bite_case->bite;
  Closing closing{.bite_case = bite_case, .motion = motion, .options = options};
  closing.culling = velocity_culling(bite, motion);
  const ContactSearch search(bite.upper, bite.lower);
  const double prepare_ms = bite_case->prepare_ms + ms_since(start);

  report_progress(progress, 0.2);
  const Clock::time_point search_start = Clock::now();
  closing.answer = find_first_contact(bite, search, motion);
  const double search_ms = ms_since(search_start);
  if (const std::optional<Finding> doubt = doubt_of(closing)) closing.findings.push_back(*doubt);

  report_progress(progress, 0.6);
  const Clock::time_point map_start = Clock::now();
  add_map(closing);
  closing.timings = {{"prepare", prepare_ms}, {"first_contact", search_ms}, {"map", ms_since(map_start)}};
  return closing;
}

}  // namespace intercusp

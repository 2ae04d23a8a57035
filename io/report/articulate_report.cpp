#include "io/report/articulate_report.h"

#include <fmt/format.h>

#include <cctype>

#include "io/wording/definitions.h"

namespace intercusp {
namespace {

std::string axis_text(const ArticulatedBite& result) {
  const Condyles& condyles = result.articulator.condyles;
  return fmt::format("right condyle {:.6g} {:.6g} {:.6g}; left condyle {:.6g} {:.6g} {:.6g}{}",
                     condyles.right.x(), condyles.right.y(), condyles.right.z(), condyles.left.x(),
                     condyles.left.y(), condyles.left.z(),
                     result.options.condyles ? "" : " (Bonwill triangle)");
}

}  // namespace

double shown_value(const SettingRange& range, double value) {
  return range.unit == "deg" ? in_degrees(value) : value;
}

Provenance provenance_of(const ArticulateReport& report) {
  const ArticulatedBite& result = report.result;
  std::string settings = axis_text(result);
  for (const SettingRange& range : setting_ranges()) {
    const double value = value_of(result.options.settings, range.setting);
    settings += fmt::format("; {} {} {}", range.name, shortest(shown_value(range, value)), range.unit);
  }
  settings += fmt::format("; threshold {} mm", shortest(result.options.threshold_mm));
  return {.version = INTERCUSP_VERSION,
          .settings = settings,
          .upper_sha256 = digests_of(report.upper),
          .lower_sha256 = digests_of(report.lower)};
}

std::vector<std::pair<std::string, std::string>> articulate_definitions(const ArticulateReport& report) {
  std::vector<std::pair<std::string, std::string>> definitions = {
      {"contact",
       fmt::format("a pair of teeth whose scanned surfaces come within {} mm of each other, in any direction "
                   "and without pixels; the pair that stops the closing is always one",
                   shortest(report.result.options.threshold_mm))},
      {"intercuspation", "the registered bite turned about the hinge axis to its first contact"},
      {"excursion_mm",
       "way of the lower incisal point in the occlusal plane, from intercuspation; at each the lower is "
       "closed "
       "about the moved axis, in one step, to its first contact"},
      {"travel_mm",
       "way of the guiding condyle: both in protrusion, the balancing one in laterotrusion, the "
       "immediate side shift included"},
      {"opening_deg",
       "turn about the moved axis, against the registered bite carried along with it; negative where the "
       "jaws "
       "close further"},
      {"side",
       "a laterotrusion to the right works on the patient's right; a pair of teeth lies on the side of "
       "its lower tooth"},
      {"role",
       "canine: a pair of the working side with a canine; working: another one of that side with a premolar "
       "or molar; balancing: a pair of the other side with a canine, premolar or molar; posterior: in "
       "protrusion premolars or molars of both jaws; anterior: all other teeth; gum: not a numbered tooth"},
      {"guidance",
       "laterotrusion: group where a working pair is in contact, else anterior where other front teeth are, "
       "else canine, else balancing_only. Protrusion: incisal where every contact has an incisor, anterior "
       "where only front teeth touch, mixed where posterior teeth touch as well, posterior where they alone "
       "do. none: no teeth touch. Contacts of the balancing side are told beside the kind"},
      {"posterior_mm",
       "least distance of premolars and molars of both jaws, per side, in any direction: how "
       "far the excursion parts them"}};
  if (report.sensitivity == nullptr) return definitions;
  definitions.emplace_back(
      "sensitivity",
      fmt::format("the movements under {} settings spread evenly over the plausible ranges; share: of the "
                  "settings that reach the excursion, those with the contact; always: all, depends: some; "
                  "setting: the one whose value goes most with the contact, told where the correlation is "
                  "more than three standard errors",
                  report.sensitivity->settings_done));
  return definitions;
}

std::string in_words(GuidanceKind kind) {
  switch (kind) {
    case GuidanceKind::canine:
      return "canine guidance";
    case GuidanceKind::group:
      return "group function";
    case GuidanceKind::anterior:
      return "front teeth guide";
    case GuidanceKind::incisal:
      return "incisal guidance";
    case GuidanceKind::mixed:
      return "front and posterior teeth carry";
    case GuidanceKind::posterior:
      return "posterior teeth alone carry";
    case GuidanceKind::balancing_only:
      return "the balancing side alone carries";
    case GuidanceKind::none:
      break;
  }
  return "no teeth touch";
}

std::string guidance_in_words(const GuidanceStep& guidance) {
  const bool beside = guidance.balancing && guidance.kind != GuidanceKind::balancing_only;
  return in_words(guidance.kind) + (beside ? ", balancing side touches" : "");
}

std::string capitalised(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string in_words(Excursion excursion) {
  if (excursion == Excursion::protrusion) return "protrusion";
  return excursion == Excursion::laterotrusion_right ? "laterotrusion to the right"
                                                     : "laterotrusion to the left";
}

std::string in_words(Setting setting) {
  switch (setting) {
    case Setting::bonwill_arm:
      return "Bonwill arm";
    case Setting::intercondylar:
      return "intercondylar distance";
    case Setting::balkwill:
      return "Balkwill angle";
    case Setting::inclination_right:
      return "condylar inclination, right";
    case Setting::inclination_left:
      return "condylar inclination, left";
    case Setting::bennett_right:
      return "Bennett angle, right";
    case Setting::bennett_left:
      return "Bennett angle, left";
    case Setting::side_shift_right:
      return "immediate side shift, right";
    case Setting::side_shift_left:
      break;
  }
  return "immediate side shift, left";
}

std::string in_words(GroupPair pair) { return name_of_group(pair.upper) + "–" + name_of_group(pair.lower); }

}  // namespace intercusp

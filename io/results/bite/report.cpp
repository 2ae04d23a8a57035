

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "io/case/finding_codes.h"
#include "io/language/language.h"
#include "io/picture/image_bytes.h"
#include "io/picture/jaw_shading.h"
#include "io/picture/legend.h"
#include "io/picture/page.h"
#include "io/picture/paint.h"
#include "io/picture/picture.h"
#include "io/picture/pixel_canvas.h"
#include "io/report/parts.h"
#include "io/results/bite/report.h"
#include "io/wording/definitions.h"
#include "io/wording/provenance.h"
#include "occlusion/base/angles.h"
#include "occlusion/maps/clearance_map.h"
#include "occlusion/registration/find_bite.h"
#include "occlusion/view/view.h"

namespace intercusp {
namespace {

// ---- The picture

constexpr double pixels_per_mm = 7;
constexpr int between_px = 34, caption_px = 30;

//! A candidate as it is drawn.
struct SeenBite {
  const BiteCandidate& candidate;
  PosedJaw upper, lower;
};

struct Tile {
  JawView view;
  PictureGrid grid;
  Picture picture = {};
};

//! The window of frame_of, with the scale that all tiles share.
PictureGrid window_of(const JawView& view, const SeenBite& bite) {
  std::vector<const PosedJaw*> jaws = {&bite.lower};
  if (view.upper) jaws.push_back(&bite.upper);
  const PictureGrid frame = frame_of(view, jaws);
  const double scale = frame.pixel_mm * picture_pixels_per_mm(frame) / pixels_per_mm;  // size of a sample, mm
  const auto samples = [&](int count) {
    return 2 * static_cast<int>(std::ceil(0.5 * count * frame.pixel_mm / scale));
  };
  return {.width = samples(frame.width),
          .height = samples(frame.height),
          .x0_mm = frame.x0_mm,
          .y0_mm = frame.y0_mm,
          .pixel_mm = scale};
}

//! Shades the jaws of a tile. Contacts are painted if only the lower is shown.
Picture render(const SeenBite& bite, const Tile& tile) {
  std::vector<const PosedJaw*> jaws = {&bite.lower};
  if (tile.view.upper) jaws.push_back(&bite.upper);
  return paint({jaws, tile.view.view_from_case, tile.grid}, [&](const SurfaceHit& hit) {
    if (!tile.view.upper && hit.mean_of(bite.candidate.lower_mm) <= bite_contact_mm)
      return lit_paint(foil_colour(bite_contact_mm), hit.light);
    return lit(surface_colour(*jaws[hit.surface], hit), hit.light);
  });
}

std::vector<Tile> tiles_of(const SeenBite& bite, const AnatomicalAxes& axes) {
  const Eigen::Vector3d down = -axes.superior;
  std::vector<Tile> tiles;
  const auto add = [&](const std::string& direction, bool both_jaws, const Eigen::Vector3d& away,
                       const Eigen::Vector3d& downward) {
    const JawView view{.direction = direction,
                       .upper = both_jaws,
                       .lower = true,
                       .view_from_case = orthographic(away, downward)};
    tiles.push_back({view, window_of(view, bite)});
    tiles.back().picture = render(bite, tiles.back());
  };
  add(phrase("seen from the patient's right"), true, axes.left, down);
  add(phrase("frontal view"), true, -axes.anterior, down);
  add(phrase("seen from the patient's left"), true, -axes.left, down);
  add(phrase("lower jaw with contacts, seen from above"), false, down, axes.anterior);
  return tiles;
}

std::string title_of(const FoundBite& found, std::size_t number) {
  return found.candidates.size() == 1 ? phrase("The bite")
                                      : phrase("Bite {} of {}", number, found.candidates.size());
}

std::string figures_text(const BiteCandidate& candidate) {
  return phrase("score {}, {} contacts, overlap {} mm deep", rounded(candidate.score, 3), candidate.contacts,
                rounded(candidate.max_penetration_mm, 3));
}

//! Both jaws from the patient's right, from the front and from the left, and the lower jaw from above with
//! its contacts.
//! \param number the candidate's, from 1
//! \pre the bite has axes
//! \param number of the candidate, from 1 \pre the bite has axes
Picture candidate_picture(const FoundBite& found, std::size_t number, const Provenance& provenance) {
  const BiteCandidate& candidate = found.candidates[number - 1];
  const SeenBite bite{candidate, posed_jaw(*found.jaws.upper, Jaw::upper, Eigen::Isometry3d::Identity()),
                      posed_jaw(*found.jaws.lower, Jaw::lower, candidate.upper_from_lower)};
  const std::vector<Tile> tiles = tiles_of(bite, *found.anatomy.axes);
  int width = -between_px, height = 0;
  for (const Tile& tile : tiles) {
    width += tile.picture.width + between_px;
    height = std::max(height, tile.picture.height);
  }
  Page page = blank_page(
      {.title = title_of(found, number),
       .view_name = figures_text(candidate),
       .small_print = {phrase("Contacts are marked where the lower's surface is within {} mm of the upper.",
                              shortest(bite_contact_mm)) +
                       " " + provenance_sentence(provenance)}},
      {.width = width,
       .height = height + caption_px,
       .sides = {},
       .pixels_per_mm = pixels_per_mm,
       .framed = false},
      0, 0);
  PixelCanvas canvas(page.picture, print_inks_with_halo);
  int x = page.x;
  for (const Tile& tile : tiles) {
    const int y = page.y + caption_px + (height - tile.picture.height) / 2;
    paste(page.picture, tile.picture, x, y);
    canvas.write(x + tile.picture.width / 2.0, page.y, tile.view.direction, {17, {pale_ink}}, Align::centre);
    const PatientSides sides = patient_sides(tile.view.view_from_case, found.anatomy.axes);
    if (sides.left.size() == 1) {  // letters; the other views state their side in words
      canvas.write(x, page.y - 4, sides.left, {24, {ink}, true});
      canvas.write(x + tile.picture.width, page.y - 4, sides.right, {24, {ink}, true}, Align::right);
    }
    x += tile.picture.width + between_px;
  }
  return std::move(page.picture);
}

// ---- The report

//! The first reason why the bite is not determined.
Value reason_value(const FoundBite& found) {
  const auto reason = std::ranges::find(found.findings, Severity::error, &Finding::severity);
  return reason == found.findings.end() ? Value() : Value(reason->code);
}

//! Half widths of the 95 % intervals of the pose by buccal scans, along and about the upper's axes.
Value pose_error_value(const FoundBite& found) {
  if (!found.error_at_teeth_mm) return {};
  const PoseError& error = found.buccal->error;
  const PoseVector half = error.interval_factor() * error.covariance.diagonal().cwiseSqrt();
  return Fields{{"centre_mm", error.centre},
                {"shift_mm", Eigen::Vector3d(half.head<3>())},
                {"turn_deg", Eigen::Vector3d(half.tail<3>() / rad_per_deg)},
                {"at_teeth_mm", *found.error_at_teeth_mm}};
}

Fields json_of(const FoundBite& found, const BiteInputs& inputs) {
  const ForPrograms english;
  return envelope("intercusp-bite/1", "mm") +
         Fields{{"upper", input_fields(inputs.jaws.upper)},
                {"lower", input_fields(inputs.jaws.lower)},
                {"buccal", list_of(inputs.buccal, input_fields)}} +
         json_row(found_bite_figures(), found) +
         Fields{{"remarks", remark_values(remarks_of(found, inputs))},
                {"findings", finding_values(found.findings, inputs.jaws.upper, inputs.jaws.lower)},
                {"candidates", json_rows(candidate_figures(), candidate_rows(found))},
                {"buccal_scans", json_rows(buccal_figures(), buccal_rows(found, inputs))},
                {"disagreement_mm", found.buccal ? Value(found.buccal->disagreement_mm) : Value()},
                {"anatomy", anatomy_fields(found.anatomy)},
                {"score", score_sentence(found.method)},
                {"timings_ms", {{"import", inputs.jaws.import_ms}, {"search", found.search_ms}}}};
}

std::string candidate_name(std::size_t number, const char* extension) {
  return "candidate_" + std::to_string(number) + extension;
}

//! Poses and, if there are axes, pictures.
std::vector<Product> files_of(const std::shared_ptr<const FoundBite>& found, const Provenance& provenance) {
  std::vector<Product> files;
  for (std::size_t number = 1; number <= found->candidates.size(); ++number) {
    files.push_back({candidate_name(number, ".json"), [found, number] {
                       return pose_file_text(found->candidates[number - 1].upper_from_lower);
                     }});
    if (!found->anatomy.axes) continue;
    files.push_back(
        {candidate_name(number, ".png"),
         [found, number, provenance] { return png_bytes(candidate_picture(*found, number, provenance)); },
         found->candidates.size() == 1 ? phrase("The bite") : phrase("Bite {}", number), true});
  }
  if (found->determined())
    files.push_back(
        {"pose.json", [found] { return pose_file_text(found->candidates.front().upper_from_lower); }});
  return files;
}

std::vector<Fact> head_of(const BiteInputs& inputs) {
  std::vector<Fact> head = {{phrase("Upper"), file_names(inputs.jaws.upper)},
                            {phrase("Lower"), file_names(inputs.jaws.lower)}};
  for (const MeshReport& scan : inputs.buccal) head.push_back({phrase("Buccal scan"), file_names(scan)});
  return head;
}

}  // namespace

Figures<FoundBite> found_bite_figures() {
  return {
      {"determined", "", "Whether one bite fits better than all others.", &FoundBite::determined},
      {"reason", "", "Code of the finding that refuses; null where the bite is determined.", reason_value},
      {"method", "", "`buccal`: by scans from the cheek; `arches`: by the arches alone.",
       [](const FoundBite& found) { return name_of(found.method); }},
      {"certainty", "1",
       "Share of bites among pairs of jaws that fit as well and lead the next place by as much; null by "
       "buccal scans.",
       &FoundBite::certainty},
      Figure<FoundBite>{
          "pose_error", "mm",
          "By buccal scans, 95 % half widths from the scans' noise: `shift_mm` along and `turn_deg` about "
          "the upper's axes at `centre_mm`, `at_teeth_mm` at the lower tooth where it is widest; else null.",
          pose_error_value}
          .in_columns({{"error_at_teeth_mm", "at_teeth_mm"}})};
}

bool look_exchanged(const MeshReport& upper, const MeshReport& lower) {
  return find_code(upper.findings, codes::jaw_contradicted) != nullptr &&
         find_code(lower.findings, codes::jaw_contradicted) != nullptr;
}

Report report_of(std::shared_ptr<const FoundBite> shared, const BiteInputs& inputs) {
  const FoundBite& found = *shared;
  const Provenance provenance = provenance_of(found, inputs);
  const Figures<CandidateRow> figures = candidate_figures();
  Report report{.json_name = "bite.json",
                .json = json_of(found, inputs),
                .tables = {{.name = "bite_candidates.csv",
                            .columns = csv_head(figures),
                            .rows = csv_rows(figures, candidate_rows(found)),
                            .every_row = provenance_columns(provenance)}},
                .files = files_of(shared, provenance),
                .title = phrase("Bite of two scans"),
                .page_name = "report.html",
                .input_files = head_of(inputs),
                .remarks = remarks_of(found, inputs),
                .headline = headline_of(found),
                .footer = phrase("For research and planning support; not a diagnosis.")};
  std::vector<std::string> pictures;
  for (const Product& file : report.files)
    if (!file.caption.empty()) pictures.push_back(file.name);
  report.sections = sections_of(found, inputs, pictures);
  return report;
}

std::vector<std::string> bite_file_names() {
  return {"bite.json",   "pose.json",        "bite_candidates.csv",
          "report.html", "candidate_*.json", "candidate_*.png"};
}

}  // namespace intercusp

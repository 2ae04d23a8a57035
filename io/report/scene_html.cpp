#include "io/report/scene_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include "io/files/value.h"
#include "io/language/language.h"
#include "io/language/tooth_names.h"
#include "io/picture/legend.h"
#include "io/picture/paint.h"
#include "io/report/html_parts.h"
#include "io/wording/definitions.h"
#include "scene_texts.h"

namespace intercusp {
namespace {

//! The numbers in little endian, as browsers read them.
template <class Numbers>
std::string bytes_of(const Numbers& numbers) {
  std::string bytes;
  for (const auto number : numbers) {
    const auto bits = static_cast<std::uint16_t>(number);
    bytes += static_cast<char>(bits & 0xFF);
    bytes += static_cast<char>(bits >> 8);
  }
  return bytes;
}

std::string position_bytes(const SceneJaw& jaw) {
  std::string bytes;
  for (const auto& position : jaw.positions) bytes += bytes_of(position);
  return bytes;
}

Fields jaw_fields(const SceneJaw& jaw) {
  return {{"origin_mm", jaw.origin_mm},
          {"step_mm", jaw.step_mm},
          {"positions", base64(position_bytes(jaw))},
          {"distances", base64(bytes_of(jaw.distances))},
          {"teeth", base64(std::string(jaw.teeth.begin(), jaw.teeth.end()))},
          {"faces", base64(face_bytes(jaw.faces))}};
}

// ---- Views

struct SceneView {
  int key;
  std::string name;
  Eigen::Vector3d right, up;  //!< of the picture, in the case frame
  bool upper, lower;          //!< which jaws the view shows
};

//! The views of the viewer's keys 1 to 5.
std::vector<SceneView> views_of(const SceneData& scene) {
  const AnatomicalAxes& axes = scene.axes;
  std::vector<SceneView> views;
  if (scene.axes_known)
    views = {{1, phrase("Frontal"), axes.left, axes.superior, true, true},
             {2, phrase("Right"), axes.anterior, axes.superior, true, true},
             {3, phrase("Left"), axes.posterior(), axes.superior, true, true}};
  views.push_back({4, phrase("Upper occlusal"), axes.left, axes.anterior, true, false});
  views.push_back({5, phrase("Lower occlusal"), axes.left, axes.posterior(), false, true});
  return views;
}

struct SceneSection {
  std::string name;
  Eigen::Vector3d normal;  //!< the part farther along it is cut away
};

std::vector<SceneSection> sections_of(const SceneData& scene) {
  const AnatomicalAxes& axes = scene.axes;
  std::vector<SceneSection> sections = {{phrase("no section"), Eigen::Vector3d::Zero()}};
  if (scene.axes_known) {
    sections.push_back({phrase("Sagittal"), axes.left});
    sections.push_back({phrase("Frontal"), axes.anterior});
  }
  sections.push_back({phrase("Horizontal"), axes.superior});
  return sections;
}

// ---- Colours

const PaintScale paint = {};  // with the scale of the pictures

//! Red, green, blue and opacity at equally spaced places from the deepest overlap to contact, then from
//! contact to the widest gap.
std::string ramp_bytes() {
  constexpr int half = 128;
  std::string bytes;
  for (const bool gap : {false, true}) {
    for (int i = 0; i < half; ++i) {
      const double share = i / (half - 1.0);
      const double position = gap ? share : std::min(share - 1, -1e-9);
      const Coat coat = paint.at(paint.colours.clearance_at(position));
      for (const double part :
           {1.0 * coat.colour.red, 1.0 * coat.colour.green, 1.0 * coat.colour.blue, 255 * coat.opacity})
        bytes += static_cast<char>(static_cast<std::uint8_t>(std::lround(part)));
    }
  }
  return bytes;
}

//! A horizontal bar with its numbers. Negative numbers are overlaps.
std::string legend_html() {
  const BarScale scale{paint.colours};
  constexpr int stops = 60;
  std::string gradient;
  for (int i = 0; i <= stops; ++i) {
    const double share = static_cast<double>(i) / stops;
    const Rgb colour = colour_in_legend(paint, scale.colours.clearance_at(scale.position_at(share)));
    gradient += fmt::format("{}rgb({} {} {}) {:.1f}%", i > 0 ? "," : "", colour.red, colour.green,
                            colour.blue, 100 * share);
  }
  std::string ticks;
  for (const double mm : {-paint.colours.deepest_mm, 0.0, 0.1, 0.5, paint.colours.farthest_mm})
    ticks += fmt::format("<span data-left=\"{:.1f}\">{}</span>", 100 * scale.share_of(mm),
                         escaped(mm < 0 ? "–" + phrase("{}", -mm) : phrase("{}", mm)));
  return fmt::format(
      "<div class=\"scene-legend\"><strong>{}</strong><div "
      "class=\"ends\"><span>{}</span><span>{}</span></div>"
      "<div class=\"bar\" data-colours=\"{}\"><i "
      "data-scene=\"mark\"></i></div><div "
      "class=\"ticks\">{}</div></div>\n",
      escaped(phrase("Surface distance, mm")), escaped(phrase("Overlap")), escaped(phrase("Gap")), gradient,
      ticks);
}

// ---- Data

Fields words() {
  return {{"tooth", phrase("Tooth {}: {} mm", "$1", "$2")},
          {"surface", phrase("Surface: {} mm", "$2")},
          {"gum", phrase("Gum: {} mm", "$2")},
          {"unknown", phrase("distance unknown")},
          {"contact", phrase("Contact {}", "$1")},
          {"first_contact", phrase("First contact: the colours are not shown, they belong to the bite.")},
          {"fly", phrase("Show contact {} in the 3D view", "$1")},
          {"left", phrase("L")},
          {"right", phrase("R")}};
}

Fields tooth_names_of(const SceneData& scene) {
  std::set<int> teeth;
  for (const SceneJaw* jaw : {&scene.upper, &scene.lower}) teeth.insert(jaw->teeth.begin(), jaw->teeth.end());
  teeth.erase(0);
  Fields names;
  for (const int tooth : teeth) names.push_back({std::to_string(tooth), tooth_name(tooth)});
  return names;
}

Fields contact_fields(const SceneData& scene) {
  Fields contacts;
  for (const SceneContact& contact : scene.contacts)
    contacts.push_back({std::to_string(contact.number), contact.place_mm});
  return contacts;
}

Value first_contact_value(const std::optional<SceneFirstContact>& contact) {
  if (!contact) return {};
  return {{"moved", contact->moved}, {"place", contact->place_mm}};
}

//! The data, escaped so that they cannot end the enclosing element.
std::string data_text(const SceneData& scene) {
  const Fields data = {
      {"upper", jaw_fields(scene.upper)},
      {"lower", jaw_fields(scene.lower)},
      {"distance_step_mm", scene_distance_step_mm},
      {"no_distance", no_scene_distance},
      {"left", scene.axes_known ? Value(scene.axes.left) : Value()},
      {"views", list_of(views_of(scene),
                        [](const SceneView& view) {
                          return Fields{{"key", view.key},
                                        {"right", view.right},
                                        {"up", view.up},
                                        {"upper", view.upper},
                                        {"lower", view.lower}};
                        })},
      {"sections", list_of(sections_of(scene), [](const SceneSection& section) { return section.normal; })},
      {"ramp", base64(ramp_bytes())},
      {"deepest_mm", paint.colours.deepest_mm},
      {"farthest_mm", paint.colours.farthest_mm},
      {"contact_share", BarScale{paint.colours}.contact_share},
      {"contacts", contact_fields(scene)},
      {"first_contact", first_contact_value(scene.first_contact)},
      {"tooth_names", tooth_names_of(scene)},
      {"words", words()}};
  std::string safe;
  for (const char letter : json_line(data)) letter == '<' ? safe += "\\u003c" : safe += letter;
  return safe;
}

// ---- Markup

std::string options_html(const std::vector<std::string>& names) {
  std::string html;
  for (std::size_t i = 0; i < names.size(); ++i)
    html += fmt::format("<option value=\"{}\">{}</option>", i, escaped(names[i]));
  return html;
}

std::string choice_html(const std::string& name, const std::string& label,
                        const std::vector<std::string>& names) {
  return fmt::format("<label>{} <select data-scene=\"{}\">{}</select></label>\n", escaped(label), name,
                     options_html(names));
}

std::string controls_html(const SceneData& scene) {
  const std::vector<std::string> ways = {phrase("Shown"), phrase("Transparent"), phrase("Hidden")};
  std::vector<std::string> sections;
  for (const SceneSection& section : sections_of(scene)) sections.push_back(section.name);
  const std::string pose =
      scene.first_contact ? choice_html("pose", phrase("Pose"), {phrase("Bite"), phrase("First contact")})
                          : "";
  return "<div class=\"scene-controls\">\n" + pose + choice_html("upper", phrase("Upper jaw"), ways) +
         choice_html("lower", phrase("Lower jaw"), ways) +
         choice_html("section", phrase("Section"), sections) +
         fmt::format(
             "<label>{} <input type=\"range\" data-scene=\"place\" min=\"0\" max=\"1\" step=\"0.002\" "
             "value=\"0.5\" "
             "disabled></label>\n<label>{} <input type=\"range\" data-scene=\"threshold\" min=\"0\" "
             "max=\"{}\" "
             "step=\"0.01\" value=\"{}\"> <output data-scene=\"threshold-mm\"></output></label>\n</div>\n",
             escaped(phrase("Place of the section")), escaped(phrase("Threshold")),
             scene_longest_threshold_mm, std::min(scene.threshold_mm, scene_longest_threshold_mm));
}

std::string view_buttons_html(const SceneData& scene) {
  std::string html = "<div class=\"scene-views\">";
  for (const SceneView& view : views_of(scene))
    html += fmt::format(
        "<button type=\"button\" data-view=\"{0}\" aria-pressed=\"false\">{1} <kbd>{0}</kbd></button>",
        view.key, escaped(view.name));
  return html + "</div>\n";
}

//! The length rounded up, so that the stated error is at least the real one.
std::string at_most(double mm) { return phrase("{}", std::ceil(mm * 1000 - 1e-9) / 1000); }

std::string notes_html(const SceneData& scene) {
  const std::string threshold = phrase(
      "Colours are full up to the threshold and pale beyond it, where the dark line is. The slider "
      "changes this picture alone: areas, tables and the other pictures stay those of {} mm.",
      shortest(scene.threshold_mm));
  const std::string accuracy = phrase(
      "The surfaces have fewer triangles here than the scans. Vertices of the scans lie at most {} mm off "
      "them "
      "where the jaws are within {} mm of each other, at most {} mm elsewhere; positions and distances are "
      "rounded to {} mm.",
      at_most(std::max(scene.upper.near_error_mm, scene.lower.near_error_mm)), shortest(scene_near_mm),
      at_most(std::max(scene.upper.error_mm, scene.lower.error_mm)),
      at_most(std::max({scene_distance_step_mm, scene.upper.step_mm, scene.lower.step_mm})));
  return "<p class=\"note\">" + escaped(threshold) + "</p>\n<p class=\"note\">" + escaped(accuracy) +
         "</p>\n";
}

std::string stage_html() {
  return fmt::format(
      "<div class=\"scene-stage\"><canvas tabindex=\"0\" role=\"img\" aria-label=\"{}\"></canvas><b "
      "class=\"side\"></b><b class=\"side\"></b><i class=\"ring\" hidden></i></div>\n<p "
      "class=\"scene-reading\">"
      "<output aria-live=\"polite\">{}</output></p>\n",
      escaped(
          phrase("Both jaws in three dimensions. Arrow keys turn them, with Shift they move them; + and – "
                 "zoom; the digits choose a view.")),
      escaped(phrase(
          "Drag to turn, with Shift or two fingers to move, wheel or pinch to zoom. Point at a surface "
          "or tap it to read tooth and distance.")));
}

std::string joined(std::span<const std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace

std::string face_bytes(const std::vector<Face>& faces) {
  std::string bytes;
  std::uint32_t next = 0;
  for (const Face& face : faces) {
    for (const std::uint32_t corner : face) {
      std::uint32_t behind = next - corner;
      if (behind == 0) ++next;
      for (; behind > 127; behind >>= 7) bytes += static_cast<char>((behind & 127) | 128);
      bytes += static_cast<char>(behind);
    }
  }
  return bytes;
}

std::string scene_style() { return joined(texts::scene_view_css); }

std::array<std::string, 2> scene_scripts() {
  return {"\n/* three.js, © its authors, MIT licence */\n" + joined(texts::three_min_js) + "\n",
          "\n" + joined(texts::scene_view_js)};
}

std::string scene_html(const SceneData& scene) {
  return "<section class=\"scene\" id=\"scene\" hidden>\n<h2>" + escaped(phrase("3D view")) + "</h2>\n" +
         view_buttons_html(scene) + stage_html() + legend_html() + controls_html(scene) + notes_html(scene) +
         "</section>\n<script type=\"application/json\" id=\"scene-data\">" + data_text(scene) +
         "</script>\n<script>" + scene_scripts()[0] + "</script>\n<script>" + scene_scripts()[1] +
         "</script>\n";
}

}  // namespace intercusp

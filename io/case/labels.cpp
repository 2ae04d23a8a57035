#include "io/case/labels.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>

#include "io/case/finding_codes.h"
#include "io/files/errors.h"
#include "io/files/read_file.h"
#include "io/files/read_json.h"
#include "io/files/text_cursor.h"
#include "io/language/language.h"
#include "io/mesh/readers.h"
#include "occlusion/case/fdi.h"

namespace intercusp {
namespace {

ToothNumbering other(ToothNumbering numbering) {
  return numbering == ToothNumbering::fdi ? ToothNumbering::universal : ToothNumbering::fdi;
}

std::size_t count_teeth(std::span<const int> numbers, ToothNumbering numbering, Jaw jaw) {
  return static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [&](int number) {
    return number > 0 && jaw_of(fdi_number(number, numbering)) == jaw;
  }));
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

//! A run of letters or of digits in a lower-case name, and whether it directly follows the run before it.
struct NamePart {
  std::string_view text;
  bool joined = false;
};

std::vector<NamePart> split_name(std::string_view name) {
  std::vector<NamePart> parts;
  std::size_t end_of_last = std::string_view::npos;
  for (std::size_t at = 0; at < name.size();) {
    const auto same_kind = is_letter(name[at]) ? is_letter : is_digit;
    std::size_t end = at;
    while (end < name.size() && same_kind(name[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    parts.push_back({.text = name.substr(at, end - at), .joined = at == end_of_last});
    at = end_of_last = end;
  }
  return parts;
}

//! A number with one or two digits, as teeth have. Longer numbers are dates and patients.
std::optional<int> small_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 2 || !is_digit(digits.front())) return std::nullopt;
  int number = 0;
  for (const char digit : digits) number = 10 * number + (digit - '0');
  return number;
}

//! The numbering of all numbers that do not state one.
ToothNumbering decide(const std::set<int>& numbers, Jaw jaw, ToothNumbering asked, ToothNumbering preferred,
                      std::string_view source, std::vector<Finding>& remarks) {
  if (asked != ToothNumbering::automatic) return asked;
  const std::vector<int> list(numbers.begin(), numbers.end());
  const NumberingChoice choice = choose_numbering(list, jaw, preferred);
  if (choice.ambiguous) {
    remarks.push_back({"numbering_guessed",
                       Severity::warning,
                       {{"reason", std::string(source)},
                        {"numbers", fmt::format("{}", fmt::join(list, ", "))},
                        {"numbering", title_of(choice.numbering)}}});
  }
  return choice.numbering;
}

void remark_numbers_that_are_no_teeth(const std::set<int>& strangers, std::size_t vertices,
                                      ToothNumbering numbering, std::vector<Finding>& remarks) {
  if (strangers.empty()) return;
  std::vector<int> some(strangers.begin(), strangers.end());
  const bool more = some.size() > 8;
  some.resize(std::min<std::size_t>(some.size(), 8));
  remarks.push_back({"labels_of_no_tooth",
                     Severity::warning,
                     {{"vertices", static_cast<double>(vertices)},
                      {"numbering", title_of(numbering)},
                      {"numbers", fmt::format("{}{}", fmt::join(some, ", "), more ? ", …" : "")}}});
}

void remark_other_jaw(const std::vector<int>& fdi, Jaw jaw, std::vector<Finding>& remarks) {
  const std::set<int> teeth(fdi.begin(), fdi.end());
  const bool any = std::any_of(teeth.begin(), teeth.end(), [](int tooth) { return tooth > 0; });
  const bool here = std::any_of(teeth.begin(), teeth.end(), [&](int tooth) { return jaw_of(tooth) == jaw; });
  if (!any || here) return;
  remarks.push_back({codes::labels_of_other_jaw, Severity::warning, {{"reason", name_of(jaw)}}});
}

//! The tooth of each class that the file names.
std::map<int, int> classes_of(const nlohmann::json& json, const std::filesystem::path& file) {
  std::map<int, int> tooth_of;
  if (!json.contains("classes")) return tooth_of;
  const InputError wrong(file,
                         phrase("\"classes\" must name the tooth of each class: {{\"1\": 17, \"2\": 16}}"));
  if (!json["classes"].is_object()) throw wrong;
  for (const auto& [name, tooth] : json["classes"].items()) {
    int number = 0;
    if (!is_number(name, number) || !tooth.is_number()) throw wrong;
    tooth_of[number] = label_of(tooth.get<double>());
  }
  return tooth_of;
}

}  // namespace

std::optional<int> fdi_from_universal(int number) {
  if (number < 1 || number > 2 * arch_places) return std::nullopt;
  return fdi_at(number <= arch_places ? Jaw::upper : Jaw::lower, (number - 1) % arch_places);
}

int fdi_number(int number, ToothNumbering numbering) {
  if (numbering == ToothNumbering::universal) return fdi_from_universal(number).value_or(0);
  return is_tooth(number) ? number : 0;
}

NumberingChoice choose_numbering(std::span<const int> numbers, Jaw jaw, ToothNumbering preferred) {
  const auto wanted =
      static_cast<std::size_t>(std::count_if(numbers.begin(), numbers.end(), [](int n) { return n > 0; }));
  if (wanted == 0) return {.numbering = preferred};
  const std::size_t in_preferred = count_teeth(numbers, preferred, jaw);
  const std::size_t in_other = count_teeth(numbers, other(preferred), jaw);
  if (in_preferred == wanted) return {.numbering = preferred, .ambiguous = in_other == wanted};
  if (in_other == wanted) return {.numbering = other(preferred)};
  for (const ToothNumbering numbering : {preferred, other(preferred)}) {
    if (count_teeth(numbers, numbering, opposite(jaw)) == wanted) return {.numbering = numbering};
  }
  return {.numbering = in_other > in_preferred ? other(preferred) : preferred};
}

std::string title_of(ToothNumbering numbering) {
  return numbering == ToothNumbering::universal ? "Universal" : "FDI";
}

std::optional<std::vector<int>> read_label_file(const std::filesystem::path& file) {
  const nlohmann::json json = read_json(file);
  if (!json.is_object() || !json.contains("labels")) return std::nullopt;
  const nlohmann::json& list = json["labels"];
  if (!list.is_array())
    throw InputError(file, phrase("\"labels\" is not a list; it must hold one number per vertex"));
  const std::map<int, int> tooth_of = classes_of(json, file);
  std::vector<int> labels;
  labels.reserve(list.size());
  for (const nlohmann::json& entry : list) {
    if (!entry.is_number()) {
      throw InputError(file,
                       phrase("entry {} of \"labels\" is not a number; write 0 for gum", labels.size()));
    }
    const int label = label_of(entry.get<double>());
    const auto named = tooth_of.find(label);
    labels.push_back(named == tooth_of.end() ? label : named->second);
  }
  return labels;
}

FileLabels labels_of_array(std::vector<int> numbers, std::string_view array) {
  FileLabels labels{.vertices = numbers.size(), .numbers = std::move(numbers), .tooth = std::nullopt};
  const std::string name = lower_case(array);
  if (name != "universal_id" && name != "predictedid" && name != "predicted_id") return labels;
  constexpr int gum = 33;
  std::ranges::replace(labels.numbers, gum, 0);
  labels.stated = ToothNumbering::universal;
  return labels;
}

bool may_be_classes(const FileLabels& labels, std::optional<Jaw> jaw) {
  constexpr int last_class = 14, last_universal_of_upper = 16;
  constexpr std::size_t fewest = 6;  // single crowns and short rows are too few to decide
  std::set<int> numbers(labels.numbers.begin(), labels.numbers.end());
  numbers.erase(numbers.begin(), numbers.upper_bound(0));
  if (labels.stated != ToothNumbering::automatic || numbers.size() < fewest) return false;
  if (jaw == Jaw::lower) return *numbers.rbegin() <= last_universal_of_upper;
  return *numbers.begin() == 1 && *numbers.rbegin() <= last_class;
}

std::optional<NamedTooth> tooth_in_name(const std::filesystem::path& file) {
  const std::string name = lower_case(file.stem().string());
  const std::vector<NamePart> parts = split_name(name);
  for (const NamePart& part : parts) {
    if (part.text == "gum" || part.text == "gums" || part.text == "gingiva") return NamedTooth{};
  }
  if (parts.size() == 1) {
    const auto number = small_number(parts.front().text);
    if (number && *number > 0) return NamedTooth{.number = *number};
  }
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const auto number = small_number(parts[i + 1].text);
    if (!number || *number == 0) continue;
    const std::string_view word = parts[i].text;
    if (word == "fdi") return NamedTooth{.number = *number, .stated = ToothNumbering::fdi};
    if (word == "universal") return NamedTooth{.number = *number, .stated = ToothNumbering::universal};
    if (word == "tooth") {
      return NamedTooth{.number = *number,
                        .likely = parts[i + 1].joined ? ToothNumbering::fdi : ToothNumbering::universal};
    }
  }
  return std::nullopt;
}

JawLabels label_jaw(const std::vector<FileLabels>& files, Jaw jaw, ToothNumbering numbering) {
  std::set<int> listed;
  std::set<int> named;
  bool anything = false;
  ToothNumbering likely = ToothNumbering::fdi;
  for (const FileLabels& file : files) {
    if (!file.numbers.empty()) {
      if (file.stated == ToothNumbering::automatic) listed.insert(file.numbers.begin(), file.numbers.end());
    } else if (file.tooth && file.tooth->stated == ToothNumbering::automatic && file.tooth->number > 0) {
      named.insert(file.tooth->number);
      likely = file.tooth->likely;
    }
    anything = anything || !file.numbers.empty() || file.tooth.has_value();
  }
  JawLabels result;
  if (!anything) return result;
  listed.erase(0);
  const ToothNumbering of_listed =
      decide(listed, jaw, numbering, ToothNumbering::fdi, "labels", result.remarks);
  const ToothNumbering of_named = decide(named, jaw, numbering, likely, "file_names", result.remarks);

  std::set<int> strangers;
  std::size_t vertices_of_strangers = 0;
  const auto translate = [&](int number, ToothNumbering used, std::size_t vertices) {
    const int fdi = fdi_number(number, used);
    if (fdi == 0 && number != 0) {
      strangers.insert(number);
      vertices_of_strangers += vertices;
    }
    return fdi;
  };
  const auto stated_or = [&](ToothNumbering stated, ToothNumbering decided) {
    const bool counts = numbering == ToothNumbering::automatic && stated != ToothNumbering::automatic;
    return counts ? stated : decided;
  };
  for (const FileLabels& file : files) {
    if (!file.numbers.empty()) {
      const ToothNumbering used = stated_or(file.stated, of_listed);
      for (const int number : file.numbers) result.fdi.push_back(translate(number, used, 1));
    } else {
      const int fdi =
          file.tooth ? translate(file.tooth->number, stated_or(file.tooth->stated, of_named), file.vertices)
                     : 0;
      result.fdi.insert(result.fdi.end(), file.vertices, fdi);
    }
  }
  remark_numbers_that_are_no_teeth(strangers, vertices_of_strangers, listed.empty() ? of_named : of_listed,
                                   result.remarks);
  remark_other_jaw(result.fdi, jaw, result.remarks);
  return result;
}

namespace {

namespace fs = std::filesystem;

//! The colours of faces or, if there are none, of vertices.
std::span<const VertexColour> colours_of(const RawMesh& mesh) {
  return mesh.face_colours.empty() ? mesh.colours : mesh.face_colours;
}

std::map<VertexColour, int> read_table(const fs::path& file) {
  const std::string text = with_blanks(read_file(file).view());
  std::map<VertexColour, int> tooth_of;
  TextCursor cursor(file, text, '#');
  for (bool first = true; cursor.find_content(); first = false, cursor.next_line()) {
    TextCursor ahead = cursor;
    const std::string_view word = ahead.word();
    if (first && std::ranges::none_of(word, [](char c) { return c >= '0' && c <= '9'; })) continue;
    std::array<double, 4> line{};
    for (double& number : line) number = cursor.number("r,g,b,fdi: four whole numbers");
    const auto is_channel = [](double value) {
      return value >= 0 && value <= 255 && value == std::floor(value);
    };
    if (!std::ranges::all_of(line, is_channel) || !cursor.at_line_end())
      cursor.fail(phrase("write r,g,b,fdi: a colour in whole numbers from 0 to 255 and its tooth"));
    const int fdi = static_cast<int>(line[3]);
    if (fdi != 0 && !is_tooth(fdi)) cursor.fail(phrase("{} is no FDI number; write 0 for gum", fdi));
    const auto channel = [&](std::size_t i) { return static_cast<std::uint8_t>(line[i]); };
    const auto [known, is_new] = tooth_of.try_emplace({channel(0), channel(1), channel(2), 255}, fdi);
    if (!is_new && known->second != fdi) cursor.fail(phrase("this colour stands for two teeth"));
  }
  if (tooth_of.empty()) throw InputError(file, phrase("holds no colour; write lines r,g,b,fdi"));
  return tooth_of;
}

}  // namespace

std::vector<int> labels_of_colours(const RawMesh& mesh, const fs::path& mesh_file, const fs::path& table,
                                   std::vector<Finding>& remarks) {
  const std::map<VertexColour, int> tooth_of = read_table(table);
  const std::span<const VertexColour> colours = colours_of(mesh);
  if (colours.empty())
    throw InputError(mesh_file,
                     phrase("its faces and vertices have no colours; leave out --label-colours, or give the "
                            "labels with --labels"));
  std::vector<int> labels;
  std::set<VertexColour> unknown;
  for (const VertexColour& colour : colours) {
    const auto known = tooth_of.find(colour);
    labels.push_back(known == tooth_of.end() ? 0 : known->second);
    if (known == tooth_of.end()) unknown.insert(colour);
  }
  if (!unknown.empty()) {
    const VertexColour& first = *unknown.begin();
    remarks.push_back({"label_colours_unknown",
                       Severity::warning,
                       {{"colours", static_cast<double>(unknown.size())},
                        {"colour", fmt::format("{},{},{}", first[0], first[1], first[2])}}});
  }
  return mesh.face_colours.empty() ? labels : most_frequent_around(mesh, labels);
}

std::optional<Finding> colours_like_labels(const RawMesh& mesh, const fs::path& mesh_file) {
  constexpr std::size_t fewest = 4, most = 17, times_next = 2;
  std::map<VertexColour, std::size_t> counts;
  for (const VertexColour& colour : colours_of(mesh)) {
    ++counts[colour];
    if (counts.size() > most) return std::nullopt;
  }
  if (counts.size() < fewest) return std::nullopt;
  std::vector<std::size_t> frequent;
  for (const auto& [colour, count] : counts) frequent.push_back(count);
  std::ranges::partial_sort(frequent, frequent.begin() + 2, std::greater<>());
  if (frequent[0] < times_next * frequent[1]) return std::nullopt;
  return Finding{"colours_like_labels",
                 Severity::info,
                 {{"file", mesh_file.filename().string()}, {"colours", static_cast<double>(counts.size())}}};
}

}  // namespace intercusp

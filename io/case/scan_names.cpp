#include "io/case/scan_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>

#include "io/files/text_cursor.h"
#include "io/mesh/read_mesh.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

struct Word {
  std::string text;  //!< in lower case; letters with accents are those that without_accents leaves
  std::size_t begin, end;
};

bool is_letter_of_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalpha(byte) != 0 || byte >= 0x80;  // bytes of one UTF-8 letter stay together
}
bool is_capital_letter(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_small_letter(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

//! The word without bytes of letters other than a to z: "supérieur" becomes "suprieur". It becomes
//! "superieur" if the accent is a character after its letter, as macOS writes it.
std::string without_accents(std::string word) {
  std::erase_if(word, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return word;
}

std::vector<Word> words_in(const std::string& stem) {
  std::vector<Word> words;
  for (std::size_t begin = 0; begin < stem.size();) {
    std::size_t end = begin + 1;
    if (is_letter_of_name(stem[begin])) {
      while (end < stem.size() && is_letter_of_name(stem[end]) &&
             !(is_capital_letter(stem[end]) && is_small_letter(stem[end - 1])))
        ++end;
      words.push_back({without_accents(lower_case(stem.substr(begin, end - begin))), begin, end});
    }
    begin = end;
  }
  return words;
}

bool begins_with_any(const std::string& word, const auto& beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view some) { return word.starts_with(some); });
}

//! Words and their meaning, the most reliable first. English, Latin, German, French, Spanish, Portuguese and
//! Italian.
struct JawWords {
  std::array<std::string_view, 14> upper, lower;
  bool beginnings;  //!< the words are beginnings of words; otherwise whole words
};
constexpr std::array<JawWords, 4> jaw_words = {
    {{{"superior", "superieur", "suprieur"},
      {"inferior", "inferieur", "infrieur"},
      true},                     // "maxilar inferior" is the lower,
     {{"sup"}, {"inf"}, false},  // and so is "maxillaire inf"
     {{"upper", "maxil", "oberkiefer"}, {"lower", "mandib", "mandb", "unterkiefer"}, true},
     {{"u", "up", "uj", "ua", "mx", "max", "ok", "top"},
      {"l", "lo", "low", "lj", "la", "md", "mn", "mb", "mand", "uk", "bottom", "bot", "down", "dn"},
      false}}};

std::optional<Jaw> jaw_of_word(const std::string& word, const JawWords& words) {
  const auto is_one_of = [&](const auto& list) {
    return std::ranges::any_of(list, [&](std::string_view one) {
      return !one.empty() && (words.beginnings ? word.starts_with(one) : word == one);
    });
  };
  if (is_one_of(words.upper)) return Jaw::upper;
  if (is_one_of(words.lower)) return Jaw::lower;
  return std::nullopt;
}

//! Words that add nothing to the name of the jaw. They include the jaw's own name in "maxilar superior" and
//! "mandibula inferior".
bool is_filler(const std::string& word) {
  constexpr std::array<std::string_view, 18> fillers = {
      "jaw",     "jawscan", "scan",  "arch", "arcada", "arcade", "teeth",     "model", "mesh",
      "surface", "kiefer",  "shell", "full", "final",  "export", "occlusion", "stl",   "ply"};
  constexpr std::array<std::string_view, 3> beginnings = {"maxil", "mandib", "mandb"};
  return std::ranges::find(fillers, word) != fillers.end() || begins_with_any(word, beginnings);
}

//! The text before the word. At the start of a name, the text after it that adds something to "jaw" or
//! "scan".
std::string rest_of(const std::string& stem, const std::vector<Word>& words, const Word& jaw) {
  std::size_t end = jaw.begin;
  for (auto it = words.rbegin(); it != words.rend(); ++it)  // "P07_shell_occlusion_u"
    if (it->end <= end && end - it->end <= 1 && is_filler(it->text)) end = it->begin;
  while (end > 0 && std::isalnum(static_cast<unsigned char>(stem[end - 1])) == 0 &&
         !is_letter_of_name(stem[end - 1]))
    --end;
  if (end > 0) return stem.substr(0, end);
  std::size_t begin = jaw.end;
  for (const Word& word : words)
    if (word.begin >= begin && word.begin - begin <= 1 && is_filler(word.text)) begin = word.end;
  while (begin < stem.size() && std::isalnum(static_cast<unsigned char>(stem[begin])) == 0 &&
         !is_letter_of_name(stem[begin]))
    ++begin;
  return stem.substr(begin);
}

bool names_any(const fs::path& file, const auto& beginnings) {
  const std::vector<Word> words = words_in(file.stem().string());
  return std::ranges::any_of(words, [&](const Word& word) { return begins_with_any(word.text, beginnings); });
}

bool contains(const fs::path& file, std::string_view text) {
  return lower_case(file.filename().string()).find(text) != std::string::npos;
}

//! Moves the files that satisfy `test` from `files` to `apart`, unless that leaves none.
void set_apart(std::vector<fs::path>& files, std::vector<fs::path>& apart, const auto& test) {
  const auto first = std::ranges::stable_partition(files, [&](const fs::path& file) { return !test(file); });
  if (first.begin() == files.begin()) return;
  apart.insert(apart.end(), first.begin(), first.end());
  files.erase(first.begin(), first.end());
}

//! Whether a name suggests a scan of something other than teeth: preparation, scan body, wax-up, gingiva,
//! denture.
bool names_other_scan(const fs::path& file) {
  constexpr std::array<std::string_view, 7> words = {"prep", "stump",   "scanbod", "marker",
                                                     "wax",  "gingiva", "denture"};
  return names_any(file, words);
}

//! The date; empty for dates such as 2024-02-30.
std::optional<ScanDate> date_of(const std::string& year, const std::string& month, const std::string& day) {
  const std::chrono::year_month_day date{std::chrono::year(std::stoi(year)),
                                         std::chrono::month(static_cast<unsigned>(std::stoi(month))),
                                         std::chrono::day(static_cast<unsigned>(std::stoi(day)))};
  return date.ok() ? std::optional<ScanDate>(date) : std::nullopt;
}

}  // namespace

std::optional<JawName> jaw_in_name(const fs::path& file) {
  const std::string stem = (file.has_filename() ? file : file.parent_path()).stem().string();
  const std::vector<Word> words = words_in(stem);
  for (const JawWords& kind : jaw_words) {
    const Word* found = nullptr;
    std::optional<Jaw> jaw;
    for (const Word& word : words) {
      const std::optional<Jaw> said = jaw_of_word(word.text, kind);
      if (!said) continue;
      if (kind.beginnings && jaw && *jaw != *said) return std::nullopt;
      jaw = said;
      found = &word;
    }
    if (jaw) return JawName{*jaw, rest_of(stem, words, *found)};
  }
  return std::nullopt;
}

bool names_buccal_scan(const fs::path& file) {
  constexpr std::array<std::string_view, 6> words = {"bite",     "buccal", "bukkal",
                                                     "vestibul", "biss",   "mordida"};
  return names_any(file, words);
}

NamedScans scans_by_name(const std::vector<fs::path>& files) {
  NamedScans scans;
  for (const fs::path& file : files) {
    if (!has_mesh_extension(file)) continue;
    const std::optional<JawName> jaw = jaw_in_name(file);
    if (contains(file, "_teethup")) {
      scans.not_in_bite.push_back(file);
    } else if (!jaw && names_buccal_scan(file)) {
      scans.buccal.push_back(file);
    } else if (!jaw) {
      scans.unnamed.push_back(file);
    } else {
      (jaw->jaw == Jaw::upper ? scans.upper : scans.lower).push_back(file);
    }
  }
  for (std::vector<fs::path>* const jaws : {&scans.upper, &scans.lower}) {
    set_apart(*jaws, scans.other, [](const fs::path& file) { return !contains(file, "_shell_occlusion_"); });
    set_apart(*jaws, scans.buccal, names_buccal_scan);
    set_apart(*jaws, scans.other, names_other_scan);
  }
  return scans;
}

std::optional<ScanDate> date_of(const std::string& text) {
  static const std::regex form("([0-9]{4})-([0-9]{2})-([0-9]{2})");
  std::smatch parts;
  if (!std::regex_match(text, parts, form)) return std::nullopt;
  return date_of(parts[1], parts[2], parts[3]);
}

std::optional<ScanDate> date_in_name(const std::string& name) {
  static const std::regex form("(?:^|[^0-9])((?:19|20)[0-9]{2})([-_.]?)([0-9]{2})\\2([0-9]{2})(?![0-9])");
  std::optional<ScanDate> only;
  for (std::sregex_iterator found(name.begin(), name.end(), form), end; found != end; ++found) {
    const auto date = date_of((*found)[1], (*found)[3], (*found)[4]);
    if (!date) continue;
    if (only && *only != *date) return std::nullopt;
    only = date;
  }
  return only;
}

std::string iso_text(ScanDate date) {
  const std::chrono::year_month_day parts = date;
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(parts.year()),
                     static_cast<unsigned>(parts.month()), static_cast<unsigned>(parts.day()));
}

}  // namespace intercusp

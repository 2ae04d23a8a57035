#include "io/files/result_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "io/files/errors.h"
#include "io/files/paths.h"
#include "io/files/read_file.h"
#include "io/files/sha256.h"
#include "io/files/value.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;  // the order of the scans decides

constexpr std::string_view own_digest_opening = "\"record_sha256\": \"";

//! Its text with the digest of that text in place of the zeros.
std::string sealed(std::string text) {
  const std::string digest = sha256_hex(text);
  return text.replace(text.rfind(own_digest_opening) + own_digest_opening.size(), sha256_letters, digest);
}

bool is_sealed(std::string text) {
  const std::size_t opening = text.rfind(own_digest_opening);
  if (opening == std::string::npos) return false;
  const std::size_t at = opening + own_digest_opening.size();
  if (at + sha256_letters > text.size()) return false;
  const std::string said = text.substr(at, sha256_letters);
  text.replace(at, sha256_letters, sha256_letters, '0');
  return sha256_hex(text) == said;
}

Fields fields_of(const Digests& digests) {
  Fields fields;
  for (const auto& [name, digest] : digests) fields.push_back({name, digest});
  return fields;
}

Digests digests_in(const Json& record, const char* field) {
  Digests digests;
  const auto listed = record.find(field);
  if (listed == record.end() || !listed->is_object()) return digests;
  for (const auto& [name, digest] : listed->items()) {
    if (digest.is_string()) digests.emplace(name, digest.get<std::string>());
  }
  return digests;
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

//! The entries of the lists `files`; without them the text `file` of what has triangles.
void add_scans(const Json& value, int depth, std::vector<ScanFile>& scans) {
  constexpr int deepest = 4;  // comparisons of compare.json, one of them, after
  if (!value.is_structured() || depth > deepest) return;
  const auto files = value.is_object() ? value.find("files") : value.end();
  if (files != value.end() && files->is_array()) {
    for (const Json& file : *files)
      if (file.is_object()) scans.push_back({text_at(file, "path"), text_at(file, "sha256")});
  } else if (value.is_object() && value.contains("triangles")) {
    for (const std::string& path : paths_in(text_at(value, "file"))) scans.push_back({path});
  }
  for (const Json& entry : value) add_scans(entry, depth + 1, scans);
}

std::vector<ScanFile> scans_in(const Json& record) {
  std::vector<ScanFile> scans;
  add_scans(record, 0, scans);
  return scans;
}

bool is_same_file(const ScanFile& a, const ScanFile& b) {
  std::error_code error;
  return a.path == b.path || fs::equivalent(a.path, b.path, error);
}

//! Several bodies of one file, or a scan given twice, count once.
std::vector<ScanFile> without_repeats(std::vector<ScanFile> scans, auto are_alike) {
  scans.erase(std::unique(scans.begin(), scans.end(), are_alike), scans.end());
  return scans;
}

}  // namespace

bool RunRecord::lists(const std::string& name, const std::string& digest) const {
  return std::ranges::any_of(std::initializer_list<const Digests*>{&written, &replaces},
                             [&](const Digests* const digests) {
                               const auto found = digests->find(name);
                               return found != digests->end() && found->second == digest;
                             });
}

RunRecord read_run_record(const fs::path& file) {
  const std::optional<std::string> text = text_of(file);
  if (!text || !is_sealed(*text)) return {};
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object()) return {};
  return {.is_ours = true,
          .written = digests_in(json, "written"),
          .replaces = digests_in(json, "replaces"),
          .scans = scans_in(json)};
}

std::string record_text(const Fields& record, const Digests& written,
                        const std::optional<Digests>& replaces) {
  Fields fields = record;
  fields.push_back({"written", fields_of(written)});
  if (replaces) fields.push_back({"replaces", fields_of(*replaces)});
  fields.push_back({"record_sha256", std::string(sha256_letters, '0')});
  return sealed(json_lines(fields));
}

std::vector<ScanFile> scans_of(const Fields& record) {
  Fields short_ones = record;  // a list made as text, the pairs of a thousand solids, names no scan
  std::erase_if(short_ones,
                [](const Field& field) { return std::holds_alternative<JsonText>(field.value.kind()); });
  return scans_in(Json::parse(json_lines(short_ones)));
}

std::vector<ScanFile> with_digests(const std::vector<fs::path>& scans) {
  std::vector<ScanFile> files;
  try {
    for (const fs::path& scan : scans) files.push_back({scan.string(), sha256_hex(read_file(scan).view())});
  } catch (const InputError&) {
    return {};  // which reading the case will report
  }
  return files;
}

bool is_same_case(const std::vector<ScanFile>& earlier, const std::vector<ScanFile>& now) {
  if (earlier.empty() || now.empty()) return true;
  const bool by_content =
      std::ranges::none_of(earlier, [](const ScanFile& scan) { return scan.sha256.empty(); });
  const auto are_alike = [by_content](const ScanFile& a, const ScanFile& b) {
    return by_content ? a.sha256 == b.sha256 : is_same_file(a, b);
  };
  return std::ranges::equal(without_repeats(earlier, are_alike), without_repeats(now, are_alike), are_alike);
}

std::optional<std::string> text_of(const fs::path& file) {
  try {
    return std::string(read_file(file).view());
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace intercusp

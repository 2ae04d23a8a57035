#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "io/files/text_cursor.h"
#include "viewer/app/json_record.h"
#include "viewer/tools/checkbite/tool.h"

namespace intercusp::viewer {
namespace {

std::string name_of_file(const std::string& file) {
  return lower_case(std::filesystem::path(file).stem().string());
}

bool has(const std::string& name, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* word) { return name.find(word) != std::string::npos; });
}

//! The same for both scans of a record.
std::string name_without_side(const std::string& file) {
  std::string name = name_of_file(file);
  for (const char* const side : {"left", "right", "links", "rechts"})
    if (const std::size_t at = name.find(side); at != std::string::npos) name.erase(at, std::strlen(side));
  return name;
}

bool is_one_scan(const PositionRecord& record) {
  return record.files.size() == 1 && !GivenRecord{.name = {}, .files = record.files}.is_pose();
}

RecordKind first_missing(const PositionRecords& records) {
  for (const auto& [position, name] : enum_names<RecordKind>.entries)
    if (std::ranges::count(records.list, position, &PositionRecord::position) == 0) return position;
  return RecordKind::open;
}

}  // namespace

std::optional<RecordKind> position_in_name(const std::string& file) {
  const std::string name = name_of_file(file);
  if (has(name, {"open", "offen", "öffn", "Öffn"})) return RecordKind::open;
  if (has(name, {"protrusi"})) return RecordKind::protrusion;
  if (has(name, {"centric", "zentri", "mip"}) && !has(name, {"eccentric", "excentric", "exzentri"}))
    return RecordKind::centric;
  const std::size_t left = std::min(name.find("left"), name.find("links")),
                    right = std::min(name.find("right"), name.find("rechts"));
  if (left == right) return std::nullopt;  // neither
  return left < right ? RecordKind::left : RecordKind::right;
}

PositionRecords with_file(PositionRecords records, const std::string& file) {
  PositionRecord added{position_in_name(file).value_or(first_missing(records)), {file}};
  for (PositionRecord& record : records.list) {
    if (record.files == added.files) return records;
    if (record.position != added.position || !is_one_scan(record) || !is_one_scan(added)) continue;
    if (name_without_side(record.files[0]) != name_without_side(file)) continue;
    record.files.push_back(file);
    return records;
  }
  if (added.position == RecordKind::centric) added.position = first_missing(records);
  records.list.push_back(added);
  return records;
}

void set_position(std::vector<PositionRecord>& records, std::size_t index, RecordKind position) {
  const auto centric = std::ranges::find(records, RecordKind::centric, &PositionRecord::position);
  if (position == RecordKind::centric && centric != records.end())
    centric->position = records[index].position;
  records[index].position = position;
}

std::vector<GivenRecord> named_records(const PositionRecords& records) {
  std::map<RecordKind, int> count;
  std::vector<GivenRecord> named;
  for (const PositionRecord& record : records.list) {
    const int number = ++count[record.position];
    named.push_back({name_of(record.position) + (number == 1 ? "" : std::to_string(number)), record.files});
  }
  return named;
}

void record_entries(JsonRecord& json, Document& document) {
  PositionRecords records = document.parts.get<PositionRecords>();
  if (!json.has("bite_records", !records.list.empty())) return;
  json.list(
      "bite_records", records.list, +[](JsonRecord& one, PositionRecord& record) {
        one.choice("position", record.position);
        one.paths("files", record.files);
      });
  if (!json.reads()) return;
  const auto is_wrong = [](const PositionRecord& record) {
    return record.files.empty() || record.files.size() > 2;
  };
  if (std::ranges::any_of(records.list, is_wrong) ||
      std::ranges::count(records.list, RecordKind::centric, &PositionRecord::position) > 1)
    json.entry().refuse(Text("does not hold records of one or two files, at most one of them centric"));
  document.parts.set(records);
}

}  // namespace intercusp::viewer

#include "viewer/app/json_record.h"

#include <algorithm>

namespace intercusp::viewer {
namespace {

namespace fs = std::filesystem;

fs::path whole_path(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

}  // namespace

std::string stored_path(const std::string& path, const fs::path& folder) {
  if (path.empty()) return path;
  const fs::path whole = whole_path(path);
  if (folder.empty()) return whole.string();
  const fs::path relative = whole.lexically_relative(whole_path(folder));
  const auto is_up = [](const fs::path& part) { return part == ".."; };
  const bool near = !relative.empty() && std::count_if(relative.begin(), relative.end(), is_up) <= 1;
  return near ? relative.string() : whole.string();
}

std::string found_path(const std::string& stored, const fs::path& folder) {
  return stored.empty() ? stored : whole_path(folder / stored).string();
}

std::optional<JsonEntry> JsonRecord::found(Key key) const {
  return key.may_be_missing ? entry_->if_there(key.name) : entry_->at(key.name);
}

void JsonRecord::flag(Key key, bool& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.flag(); });
}

void JsonRecord::text(Key key, std::string& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.text(); });
}

void JsonRecord::texts(Key key, std::vector<std::string>& values) {
  plain(key, values, [](const JsonEntry& list) {
    std::vector<std::string> texts;
    for (const JsonEntry& entry : list.entries()) texts.push_back(entry.text());
    return texts;
  });
}

void JsonRecord::path(Key key, std::string& value) {
  std::string stored = stored_path(value, folder_);
  text(key, stored);
  if (reads()) value = found_path(stored, folder_);
}

void JsonRecord::paths(Key key, std::vector<std::string>& values) {
  std::vector<std::string> stored;
  for (const std::string& path : values) stored.push_back(stored_path(path, folder_));
  texts(key, stored);
  if (!reads()) return;
  values.clear();
  for (const std::string& path : stored) values.push_back(found_path(path, folder_));
}

void JsonRecord::pose(Key key, Eigen::Isometry3d& value) {
  plain(key, value, [](const JsonEntry& entry) { return entry.pose(); });
}

void JsonRecord::rotation(Key key, Eigen::Quaterniond& value) {
  if (!reads()) return write(key, Values{value.w(), value.x(), value.y(), value.z()});
  if (const auto entry = found(key)) value = entry->rotation_wxyz();
}

void JsonRecord::number(Key key, std::optional<double>& value, double least, double most) {
  plain(key, value, [&](const JsonEntry& entry) {
    return entry.is_null() ? std::nullopt : std::optional(entry.number(least, most));
  });
}

}  // namespace intercusp::viewer

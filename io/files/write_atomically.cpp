#include "io/files/write_atomically.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "io/language/language.h"

#include "io/files/errors.h"

namespace intercusp {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& what, int error) {
  throw OutputError(file, what + ": " + std::generic_category().message(error));
}

//! An open file under a temporary name, removed unless it was moved into place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target) {
    // The name tells whose it is; a number on top gets past one that a killed process of the same id has
    // left.
    for (int attempt = 0; attempt < 100 && descriptor_ < 0; ++attempt) {
      path_ = target.parent_path() /
              fmt::format(".{}.{}-{}.tmp", target.filename().string(), ::getpid(), attempt);
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail(target_, phrase("cannot be created"), errno);
  }
  TemporaryFile(TemporaryFile&& other) noexcept
      : target_(std::move(other.target_)),
        path_(std::exchange(other.path_, {})),
        descriptor_(std::exchange(other.descriptor_, -1)) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(target_, phrase("cannot be written"), written < 0 ? errno : ENOSPC);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    // Some file systems tell of a full disk only here; pipes and the like cannot be synced and say EINVAL.
    if (::fsync(descriptor_) != 0 && errno != EINVAL) fail(target_, phrase("cannot be written"), errno);
    if (::close(std::exchange(descriptor_, -1)) != 0) fail(target_, phrase("cannot be written"), errno);
  }

  void put_in_place() {
    if (::rename(path_.c_str(), target_.c_str()) != 0) fail(target_, phrase("cannot be put in place"), errno);
    path_.clear();
  }

 private:
  fs::path target_, path_;
  int descriptor_ = -1;
};

}  // namespace

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw OutputError(folder, phrase("is a file, not a folder"));
  fs::create_directories(folder, error);
  if (error) throw OutputError(folder, phrase("cannot be made: {}", error.message()));
}

void write_atomically(const fs::path& file, std::string_view bytes) {
  TemporaryFile temporary(file);
  temporary.write(bytes);
  temporary.put_in_place();
}

void write_together(const fs::path& folder, std::span<const OutputFile> files) {
  make_folder(folder);
  std::vector<TemporaryFile> written;
  written.reserve(files.size());
  for (const OutputFile& file : files) {
    make_folder((folder / file.name).parent_path());
    // A target that a rename cannot replace is found before anything is in place.
    std::error_code error;
    if (fs::is_directory(folder / file.name, error))
      throw OutputError(folder / file.name, phrase("is a folder"));
    written.emplace_back(folder / file.name);
  }
  // Side by side: most of the time is spent waiting for the disk.
  tbb::parallel_for(std::size_t{0}, files.size(), [&](std::size_t i) { written[i].write(files[i].bytes); });
  for (TemporaryFile& file : written) file.put_in_place();
}

}  // namespace intercusp

// Keeps VTK's messages while it reads, so that they are not printed.
#pragma once

#include <memory>
#include <string>

namespace intercusp {

//! VTK has one window for messages in the whole process, so files are read one at a time: another thread waits here.
class VtkMessages {
 public:
  VtkMessages();
  ~VtkMessages();
  VtkMessages(const VtkMessages&) = delete;
  VtkMessages& operator=(const VtkMessages&) = delete;

  [[nodiscard]] const std::string& first() const;  //!< empty if VTK reported nothing

 private:
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

}  // namespace intercusp

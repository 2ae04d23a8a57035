#include "occlusion/base/own_program.h"

namespace intercusp {

std::filesystem::path own_program() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown);
}

}  // namespace intercusp

// Why an engine was chosen.
#pragma once

#include <string>

namespace intercusp {

struct EngineReason {
  enum class Code {
    asked_for,
    opengl,
    software_opengl,
    no_opengl,
    too_little_memory,
    shader_refused,
    opengl_failed  //!< during the work, after it was chosen
  };
  Code code = Code::asked_for;
  std::string detail = {};  //!< the renderer, the free memory in MB or the driver's message; otherwise empty
};

}  // namespace intercusp

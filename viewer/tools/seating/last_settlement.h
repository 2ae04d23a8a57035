// What settling found last, of the open case.
#pragma once

#include <memory>

#include "occlusion/motion/seating/settle.h"

namespace intercusp::viewer {

struct LastSettlement {
  std::shared_ptr<const Settlement> settlement;  //!< says from where to where
};

}  // namespace intercusp::viewer

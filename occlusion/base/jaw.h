// Which of the two jaws.
#pragma once

namespace intercusp {

enum class Jaw { upper, lower };

}  // namespace intercusp

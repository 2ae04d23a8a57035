// This process and others.
#pragma once

namespace intercusp::viewer::platform {

[[nodiscard]] long process_id();
[[nodiscard]] bool is_running(long process_id);

}  // namespace intercusp::viewer::platform

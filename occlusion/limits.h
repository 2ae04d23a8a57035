// How much work an option may ask for, of the program and of Python alike.
#pragma once

namespace intercusp {

constexpr int most_sectors = 32;  //!< two per tooth; shorter sectors hold no contact zone
constexpr int most_bite_poses = 100'000;
constexpr int most_rays_per_pixel = 65536;
constexpr int most_settings = 100'000;  //!< of an articulator's sensitivity

}  // namespace intercusp

// A scan with a colour and a number for each tooth that was found on it.
#pragma once

#include <string>
#include <vector>

#include "io/picture/jaw_picture.h"
#include "io/results/teeth/words.h"

namespace intercusp {

//! The scan as it is drawn.
struct ColouredScan {
  Solid
      solid;  //!< the scan's vertices merged, in its own frame; its faces, then the same from behind, which are no
              //!< anatomy
  PosedJaw jaw;  //!< of `solid`, not to be moved apart from it
  explicit ColouredScan(const Segmentation& segmentation);
  ColouredScan(const ColouredScan&) = delete;
  ColouredScan& operator=(const ColouredScan&) = delete;
};

//! Occlusal, frontal, left and right, by the directions that were found with the teeth; along the axes of the file, and
//! named so, where there were none.
[[nodiscard]] std::vector<JawView> teeth_views(const Segmentation& segmentation);

//! Teeth that are not sure are hatched.
[[nodiscard]] Picture teeth_picture(const Segmentation& segmentation, const ColouredScan& scan,
                                    const JawView& view);

}  // namespace intercusp

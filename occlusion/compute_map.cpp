#include "occlusion/compute_map.h"

#include "occlusion/gl/context.h"
#include "occlusion/rays/ray_engine.h"
#include "occlusion/stencil/stencil_engine.h"
#include "occlusion/zlist/zlist_engine.h"

namespace intercusp {

#include "occlusion/zlist/zlist_engine.h"

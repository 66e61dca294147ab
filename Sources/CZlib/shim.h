// Swift imports the library's header as it is.
#pragma once
#include <zlib.h>

#include "stamp.h"

#ifndef OVATION_VERSION
#define OVATION_VERSION ""
#endif
#ifndef OVATION_COMMIT
#define OVATION_COMMIT ""
#endif
#ifndef OVATION_DATE
#define OVATION_DATE ""
#endif

const char *ovation_stamp_version(void) { return OVATION_VERSION; }
const char *ovation_stamp_commit(void) { return OVATION_COMMIT; }
const char *ovation_stamp_date(void) { return OVATION_DATE; }

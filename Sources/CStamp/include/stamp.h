// What script/build knows of a build and the sources do not. Each is empty where it was not told.
#pragma once

const char *_Nonnull ovation_stamp_version(void);
const char *_Nonnull ovation_stamp_commit(void);
const char *_Nonnull ovation_stamp_date(void);

#pragma once

#include <stddef.h>
#include <sys/types.h>

/// Sees `count` bytes that this thread received from a socket. Returns the number of bytes, counted from
/// the first, that recv() returns to its caller; the caller never sees the rest.
typedef size_t (*receiving_filter)(void *context, int descriptor, const unsigned char *bytes, size_t count);

/// Sets the filter of this thread; NULL: none.
void receiving_set_filter(receiving_filter filter, void *context);

#pragma once
#include <spawn.h>

/// Lets a started program inherit no descriptor from `first` on. Returns an error number, or 0.
/// See posix_spawn_file_actions_addclosefrom_np(3), which Swift can't see because it is an extension of glibc.
int ovation_close_from(posix_spawn_file_actions_t *actions, int first);

#pragma once

/// Asks the kernel for a time slice of 0.1 ms for this thread, which needs no privilege: see sched_setattr(2).
///
/// A thread that wakes runs before a running thread with a longer slice (EEVDF, Linux 6.12). Older
/// kernels ignore the request.
void tuning_shorten_slice(void);

/// Keeps glibc's limit of 128 KiB for freed memory at the end of a heap: see mallopt(3).
///
/// Otherwise the limit grows with the largest freed buffer, and each thread may keep megabytes that it needed once.
void tuning_return_freed_memory(void);

#define _GNU_SOURCE
#include "tuning.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

void tuning_shorten_slice(void) {
    struct sched_attr attributes = {
        .size = sizeof attributes,
        .sched_policy = SCHED_NORMAL,
        // Threads that this thread starts get the usual slice.
        .sched_flags = SCHED_FLAG_RESET_ON_FORK,
        .sched_nice = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid)),
        .sched_runtime = 100000,
    };
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void tuning_return_freed_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 128 * 1024);
}

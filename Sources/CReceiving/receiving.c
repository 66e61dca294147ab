// libwebsockets accepts unmasked frames from clients, which RFC 6455 (section 5.1) forbids, and has no
// callback between recv() and its parser. So the program defines recv(), and the linker uses it for every
// library of the process. It works like libc's, but the event loop's thread sees the bytes first.

#define _GNU_SOURCE
#include "receiving.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local receiving_filter thread_filter;
static _Thread_local void *thread_context;

void receiving_set_filter(receiving_filter filter, void *context) {
    thread_filter = filter;
    thread_context = context;
}

__attribute__((visibility("default")))
ssize_t recv(int descriptor, void *buffer, size_t length, int flags) {
    ssize_t count = syscall(SYS_recvfrom, descriptor, buffer, length, flags, NULL, NULL);
    if (count <= 0 || thread_filter == NULL || flags & MSG_PEEK) return count;
    size_t kept = thread_filter(thread_context, descriptor, buffer, (size_t)count);
    if (kept > 0) return (ssize_t)kept;
    errno = EAGAIN;
    return -1;
}

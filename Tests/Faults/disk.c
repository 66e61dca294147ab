/* disk.c: makes disk calls fail as ordered, in any program that preloads it.
 *
 * It replaces the C library's functions that reach files, and affects only files below one
 * directory. OVATION_DISK names a file with a `struct control`, shared with the test that gives
 * the orders; OVATION_DISK_UNDER names the directory. If OVATION_DISK_RECORD is set, it names a file
 * that records every call that changes a file, so that a test can compute the effects of a power cut.
 *
 * Calls inside the C library (stdio, mkstemp) do not pass through here.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum class { READ = 1, WRITE = 2, SYNC = 4, SIZE = 8, NAME = 16, OPEN = 32 };
enum fault { NONE, EIO_, ENOSPC_, SHORT, FILL, DELAY, KILL, TEAR };

struct control {
    uint64_t classes; /* the classes of calls that are counted, by `enum class` */
    uint64_t counted; /* the number of counted calls */
    uint64_t first, last; /* the range of faulty calls, from 1; none if first is 0 */
    uint64_t fault;
    uint64_t microseconds; /* the time that DELAY waits */
    uint64_t struck; /* the number of faulty calls */
};

/* The header of an entry in the record, before its path (two for a rename) and data. */
struct entry {
    uint32_t operation, pathLength;
    uint64_t call;
    int64_t offset;
    uint64_t dataLength;
    int64_t result;
};

enum operation { CREATE = 1, PUT, FLUSH, CUT, RENAME, UNLINK, MKDIR, LINK };

static struct control idle, *control = &idle;
static char under[PATH_MAX];
static size_t underLength;
static int record = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("OVATION_DISK"), *directory = getenv("OVATION_DISK_UNDER");
    if (!path || !directory) return;
    underLength = (size_t)snprintf(under, sizeof under, "%s", directory);
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
    void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file < 0 || shared == MAP_FAILED) abort();
    syscall(SYS_close, file);
    control = shared;
    path = getenv("OVATION_DISK_RECORD");
    if (path)
        record = (int)syscall(
            SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Which files */

static int isOurs(const char *path) {
    return underLength && strncmp(path, under, underLength) == 0 &&
           (path[underLength] == '/' || path[underLength] == 0);
}

/* Finds the whole path of `name` in the directory `at`; returns 1 if it is below our directory. */
static int whole(int at, const char *name, char path[PATH_MAX]) {
    if (name[0] == '/') {
        snprintf(path, PATH_MAX, "%s", name);
    } else {
        char link[64], base[PATH_MAX];
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
        if (length < 0) return 0;
        base[length] = 0;
        if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
    }
    return isOurs(path);
}

/* Finds the path of an open file; returns 1 if it is below our directory. */
static int opened(int file, char path[PATH_MAX]) {
    if (!underLength) return 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return isOurs(path);
}

/* Faults */

struct call {
    uint64_t number;
    int error; /* the error with which the call fails; 0 if it does not */
    int dies; /* true if the process dies after the rest of the call */
};

__attribute__((noreturn)) static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

static size_t half(size_t length) { return length > 1024 ? length / 1024 * 512 : length / 2; }

/* Counts a call and decides its fault; may shorten a write. Takes the mutex. */
static struct call meet(enum class class, size_t *length) {
    pthread_mutex_lock(&mutex);
    struct call call = {0};
    if (!(control->classes & class)) return call;
    call.number = __atomic_add_fetch(&control->counted, 1, __ATOMIC_SEQ_CST);
    if (!control->first || call.number < control->first || call.number > control->last) return call;
    uint64_t struck = __atomic_fetch_add(&control->struck, 1, __ATOMIC_SEQ_CST);
    switch (control->fault) {
    case EIO_: call.error = EIO; break;
    case ENOSPC_: call.error = class & (WRITE | SIZE | NAME | OPEN) ? ENOSPC : EIO; break;
    case SHORT:
        if (length && *length > 1) *length = half(*length);
        break;
    case FILL: /* one write succeeds in part, and all later ones fail */
        if (struck == 0 && length && *length > 1) *length = half(*length);
        else if (class & (WRITE | SIZE)) call.error = ENOSPC;
        break;
    case DELAY: usleep((useconds_t)control->microseconds); break;
    case KILL: die();
    case TEAR:
        if (!length || *length < 2) die();
        *length = half(*length);
        call.dies = 1;
        break;
    default: break;
    }
    return call;
}

/* Records a call and releases the mutex. */
static long leave(
    struct call call, long result, enum operation operation, const char *path, int64_t offset,
    const void *data, size_t length) {
    int error = errno;
    if (operation && record >= 0 && call.number) {
        struct entry entry = {operation, (uint32_t)strlen(path), call.number, offset,
                              data ? length : 0, result};
        struct iovec parts[] = {
            {&entry, sizeof entry}, {(void *)path, entry.pathLength}, {(void *)data, entry.dataLength}};
        if (syscall(SYS_writev, record, parts, 3) < 0) abort();
    }
    if (call.dies) die();
    pthread_mutex_unlock(&mutex);
    errno = error;
    return result;
}

static long fail(struct call *call) {
    errno = call->error;
    return -1;
}

/* Performs a call that does not write content. */
#define PLAIN(class, real, operation, path, offset)                                       \
    do {                                                                                  \
        struct call call = meet(class, NULL);                                             \
        long result = call.error ? fail(&call) : (real);                                  \
        return leave(call, result, result < 0 && (operation) != FLUSH ? 0 : (operation),  \
                     path, offset, NULL, 0);                                              \
    } while (0)

/* Reading and writing */

static ssize_t put(int file, const void *data, size_t length, int64_t offset) {
    char path[PATH_MAX];
    int isAtEnd = offset < 0;
    if (!opened(file, path))
        return isAtEnd ? syscall(SYS_write, file, data, length)
                       : syscall(SYS_pwrite64, file, data, length, offset);
    struct call call = meet(WRITE, &length);
    if (isAtEnd) {
        offset = fcntl(file, F_GETFL) & O_APPEND ? syscall(SYS_lseek, file, 0, SEEK_END)
                                                 : syscall(SYS_lseek, file, 0, SEEK_CUR);
    }
    long result = call.error ? fail(&call)
                  : isAtEnd  ? syscall(SYS_write, file, data, length)
                             : syscall(SYS_pwrite64, file, data, length, offset);
    return leave(call, result, result > 0 ? PUT : 0, path, offset, data, result > 0 ? result : 0);
}

ssize_t write(int file, const void *data, size_t length) { return put(file, data, length, -1); }
ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
    return put(file, data, length, offset);
}
ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    return put(file, data, length, offset);
}

/* Joins several pieces into one write, as the disk sees it. */
static ssize_t putAll(int file, const struct iovec *pieces, int count, int64_t offset) {
    char path[PATH_MAX];
    if (!opened(file, path))
        return offset < 0 ? syscall(SYS_writev, file, pieces, count)
                          : syscall(SYS_pwritev, file, pieces, count, offset, 0);
    size_t length = 0;
    for (int n = 0; n < count; n++) length += pieces[n].iov_len;
    char *joined = malloc(length ? length : 1), *end = joined;
    if (!joined) abort();
    for (int n = 0; n < count; n++) end = mempcpy(end, pieces[n].iov_base, pieces[n].iov_len);
    ssize_t result = put(file, joined, length, offset);
    free(joined);
    return result;
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
    return putAll(file, pieces, count, -1);
}
ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    return putAll(file, pieces, count, offset);
}
ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t offset) {
    return putAll(file, pieces, count, offset);
}

/* Copies within the kernel are refused for our files, so that callers fall back to plain calls. */
ssize_t copy_file_range(
    int from, off64_t *start, int to, off64_t *place, size_t length, unsigned flags) {
    char path[PATH_MAX];
    if (opened(to, path)) return errno = ENOSYS, -1;
    return syscall(SYS_copy_file_range, from, start, to, place, length, flags);
}
ssize_t sendfile(int to, int from, off_t *start, size_t length) {
    char path[PATH_MAX], data[65536];
    if (!opened(to, path)) return syscall(SYS_sendfile, to, from, start, length);
    if (length > sizeof data) length = sizeof data;
    ssize_t got = start ? pread(from, data, length, *start) : read(from, data, length);
    if (got > 0 && start) *start += got;
    return got > 0 ? put(to, data, (size_t)got, -1) : got;
}
ssize_t sendfile64(int to, int from, off64_t *start, size_t length) {
    return sendfile(to, from, start, length);
}

static ssize_t get(int file, void *data, size_t length, int64_t offset) {
    char path[PATH_MAX];
    int isOne = opened(file, path);
    struct call call = {0};
    if (isOne) call = meet(READ, &length);
    long result = call.error   ? fail(&call)
                  : offset < 0 ? syscall(SYS_read, file, data, length)
                               : syscall(SYS_pread64, file, data, length, offset);
    return isOne ? leave(call, result, 0, path, 0, NULL, 0) : result;
}

ssize_t read(int file, void *data, size_t length) { return get(file, data, length, -1); }
ssize_t pread(int file, void *data, size_t length, off_t offset) {
    return get(file, data, length, offset);
}
ssize_t pread64(int file, void *data, size_t length, off64_t offset) {
    return get(file, data, length, offset);
}

/* Flushing and cutting */

int fsync(int file) {
    char path[PATH_MAX];
    if (!opened(file, path)) return (int)syscall(SYS_fsync, file);
    PLAIN(SYNC, syscall(SYS_fsync, file), FLUSH, path, 0);
}
int fdatasync(int file) {
    char path[PATH_MAX];
    if (!opened(file, path)) return (int)syscall(SYS_fdatasync, file);
    PLAIN(SYNC, syscall(SYS_fdatasync, file), FLUSH, path, 0);
}
int ftruncate64(int file, off64_t length) {
    char path[PATH_MAX];
    if (!opened(file, path)) return (int)syscall(SYS_ftruncate, file, length);
    PLAIN(SIZE, syscall(SYS_ftruncate, file, length), CUT, path, length);
}
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }
int fallocate64(int file, int mode, off64_t offset, off64_t length) {
    char path[PATH_MAX];
    if (!opened(file, path)) return (int)syscall(SYS_fallocate, file, mode, offset, length);
    return errno = EOPNOTSUPP, -1;
}
int fallocate(int file, int mode, off_t offset, off_t length) {
    return fallocate64(file, mode, offset, length);
}

/* Names */

static int openIt(int at, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    if (!whole(at, name, path)) return (int)syscall(SYS_openat, at, name, flags, mode);
    int isNew = flags & O_CREAT && syscall(SYS_faccessat, at, name, F_OK) != 0;
    if (flags & O_TRUNC) isNew = 1;
    PLAIN(OPEN, syscall(SYS_openat, at, name, flags, mode), isNew ? CREATE : 0, path,
          flags & O_TRUNC ? 0 : -1);
}

#define MODE(flags, mode)                   \
    mode_t mode = 0;                        \
    if (flags & (O_CREAT | O_TMPFILE)) {    \
        va_list arguments;                  \
        va_start(arguments, flags);         \
        mode = va_arg(arguments, mode_t);   \
        va_end(arguments);                  \
    }

int open(const char *name, int flags, ...) {
    MODE(flags, mode)
    return openIt(AT_FDCWD, name, flags, mode);
}
int open64(const char *name, int flags, ...) {
    MODE(flags, mode)
    return openIt(AT_FDCWD, name, flags | O_LARGEFILE, mode);
}
int openat(int at, const char *name, int flags, ...) {
    MODE(flags, mode)
    return openIt(at, name, flags, mode);
}
int openat64(int at, const char *name, int flags, ...) {
    MODE(flags, mode)
    return openIt(at, name, flags | O_LARGEFILE, mode);
}
int creat(const char *name, mode_t mode) {
    return openIt(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static int unlinkIt(int at, const char *name, int flags) {
    char path[PATH_MAX];
    if (!whole(at, name, path)) return (int)syscall(SYS_unlinkat, at, name, flags);
    PLAIN(NAME, syscall(SYS_unlinkat, at, name, flags), UNLINK, path, 0);
}
int unlink(const char *name) { return unlinkIt(AT_FDCWD, name, 0); }
int unlinkat(int at, const char *name, int flags) { return unlinkIt(at, name, flags); }
int rmdir(const char *name) { return unlinkIt(AT_FDCWD, name, AT_REMOVEDIR); }
int remove(const char *name) {
    struct stat found;
    return lstat(name, &found) == 0 && S_ISDIR(found.st_mode) ? rmdir(name) : unlink(name);
}

/* The record has both paths: the second one as data. */
static int renameIt(int from, const char *old, int to, const char *new, unsigned flags, int isLink) {
    char path[PATH_MAX], second[PATH_MAX];
    int isOne = whole(from, old, path);
    isOne |= whole(to, new, second);
#define DO_IT (isLink ? syscall(SYS_linkat, from, old, to, new, flags)                       \
                      : syscall(SYS_renameat2, from, old, to, new, flags))
    if (!isOne) return (int)DO_IT;
    struct call call = meet(NAME, NULL);
    long result = call.error ? fail(&call) : DO_IT;
    return (int)leave(call, result, result ? 0 : isLink ? LINK : RENAME, path, 0, second,
                      strlen(second));
}
int rename(const char *old, const char *new) {
    return renameIt(AT_FDCWD, old, AT_FDCWD, new, 0, 0);
}
int renameat(int from, const char *old, int to, const char *new) {
    return renameIt(from, old, to, new, 0, 0);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return renameIt(from, old, to, new, flags, 0);
}
int link(const char *old, const char *new) { return renameIt(AT_FDCWD, old, AT_FDCWD, new, 0, 1); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
    return renameIt(from, old, to, new, (unsigned)flags, 1);
}

int mkdirat(int at, const char *name, mode_t mode) {
    char path[PATH_MAX];
    if (!whole(at, name, path)) return (int)syscall(SYS_mkdirat, at, name, mode);
    PLAIN(NAME, syscall(SYS_mkdirat, at, name, mode), MKDIR, path, 0);
}
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

/* A mapping can fail like an open. Writes to mapped memory are not recorded. */
void *mmap64(void *place, size_t length, int protection, int flags, int file, off64_t offset) {
    char path[PATH_MAX];
    if (file >= 0 && !(flags & MAP_ANONYMOUS) && opened(file, path)) {
        struct call call = meet(OPEN, NULL);
        if (call.error) call.error = ENOMEM;
        long result = call.error ? fail(&call) : 0;
        if (leave(call, result, 0, path, 0, NULL, 0) < 0) return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, place, length, protection, flags, file, offset);
}
void *mmap(void *place, size_t length, int protection, int flags, int file, off_t offset) {
    return mmap64(place, length, protection, flags, file, offset);
}

/* clock.c: lets a test set the wall clock of any program that preloads it.
 *
 * OVATION_CLOCK names a file with a `struct dial`, shared with the test. Monotonic clocks stay
 * unchanged. Timeouts that the program computed from this clock are converted to the real one.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct dial {
    int64_t offset; /* nanoseconds ahead of the real clock */
    int64_t standing; /* the instant at which it stands still, in nanoseconds since 1970; 0 if it runs */
};

static struct dial right, *dial = &right;
static const int64_t SECOND = 1000000000;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("OVATION_CLOCK");
    if (!path) return;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *shared = mmap(NULL, sizeof *dial, PROT_READ, MAP_SHARED, file, 0);
    if (file < 0 || shared == MAP_FAILED) abort();
    close(file);
    dial = shared;
}

static int64_t offset(void) { return __atomic_load_n(&dial->offset, __ATOMIC_RELAXED); }
static int64_t standing(void) { return __atomic_load_n(&dial->standing, __ATOMIC_RELAXED); }
static int64_t nanoseconds(struct timespec time) { return time.tv_sec * SECOND + time.tv_nsec; }
static struct timespec instant(int64_t nanoseconds) {
    return (struct timespec){nanoseconds / SECOND, nanoseconds % SECOND};
}

static int64_t real(void) {
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
    return nanoseconds(time);
}

static int64_t shown(void) { return standing() ? standing() : real() + offset(); }

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
        return (int)syscall(SYS_clock_gettime, clock, time);
    *time = instant(shown());
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    int64_t now = shown();
    *time = (struct timeval){now / SECOND, now % SECOND / 1000};
    return 0;
}

time_t time(time_t *place) {
    time_t now = shown() / SECOND;
    if (place) *place = now;
    return now;
}

/* Converts a timeout to the real clock if the program computed it from the set clock: it is within a day of
 * the set time, and closer to it than to the real time. (A timeout on the monotonic clock is close to neither.) */
static struct timespec onRealClock(const struct timespec *until) {
    int64_t then = nanoseconds(*until), now = real(), show = shown();
    int64_t far = llabs(then - show);
    if (far < llabs(then - now) && far < 86400 * SECOND) then += now - show;
    return instant(then);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec then = onRealClock(until);
    return REAL(sem_timedwait)(semaphore, &then);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
    const struct timespec *restrict until) {
    struct timespec then = onRealClock(until);
    return REAL(pthread_cond_timedwait)(condition, mutex, &then);
}

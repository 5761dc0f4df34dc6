/*
 * Preloaded into a broker or a sidecar: its wall clock is off by the seconds that stand in the file KAGAMI_CLOCK, an
 * int64_t that may change while it runs. The monotonic clock is left alone, as a wrong time server leaves it.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *seconds;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("KAGAMI_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof *seconds, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) seconds = page;
}

static int64_t off(void) { return seconds ? *seconds : 0; }

int clock_gettime(clockid_t which, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, which, now);
  if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += off();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

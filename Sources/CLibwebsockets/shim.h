// Swift imports the library's header as it is. What is here is what Swift cannot see by itself,
// each with the reason.
#pragma once
#include <libwebsockets.h>

// The Glibc module leaves this header out: the loop's timers are timerfds.
#include <sys/timerfd.h>

// Nor does it have these: what the loop waits with, and how it is woken.
#include <sys/epoll.h>
#include <sys/eventfd.h>

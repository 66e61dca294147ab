// Swift imports the library's header as it is. What is here is what Swift cannot see by itself,
// each with the reason.
#pragma once
#include <libwebsockets.h>

// The Glibc module leaves this header out: the loop's timers are timerfds.
#include <sys/timerfd.h>

// LWS_PRE is a macro over a computed value, which the importer drops: the room a caller leaves
// before a payload for the frame header.
enum { ovation_lws_pre = LWS_PRE };

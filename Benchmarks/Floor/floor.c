// The floor: a WebSocket server that does only the necessary work, to find the minimum cost of
// sending frames on a machine. Sixty times a second it calls send() once per client with a prepared
// message. It has no rooms, checks no protocol and ignores slow clients. The cost of a real server
// above this floor is the cost of the server's own work.
//
//   floor PORT BYTES      BYTES of payload in a message, 64 to 60000
//
// Messages look like JSON frames, so that `ovation load` reads them: {"type":"frame", … "time":T …
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MOST_CLIENTS = 65536, FRAME_NANOSECONDS = 16666667 };

static const char welcome[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: -\r\n\r\n";
static int clients[MOST_CLIENTS];
static int client_count;
static unsigned char message[60016];
static size_t head_size, payload_size;

static void make_message(uint64_t microseconds) {
    char *payload = (char *)message + head_size;
    int written = sprintf(payload, "{\"type\":\"frame\",\"seq\":1,\"time\":%llu,\"",
                          (unsigned long long)microseconds);
    memset(payload + written, 'x', payload_size - (size_t)written);
}

static int listen_at(int port) {
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 4096)) {
        perror("floor");
        exit(1);
    }
    return listener;
}

static void watch(int queue, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event);
}

static void read_client(int descriptor) {
    char request[4096];
    if (read(descriptor, request, sizeof request) > 0) {
        if (write(descriptor, welcome, sizeof welcome - 1) > 0) clients[client_count++] = descriptor;
        return;
    }
    for (int i = 0; i < client_count; i++)
        if (clients[i] == descriptor) clients[i--] = clients[--client_count];
    close(descriptor);
}

static void send_frame(int timer) {
    static uint64_t frames;
    uint64_t expirations;
    if (read(timer, &expirations, sizeof expirations) != sizeof expirations) return;
    frames += expirations;
    make_message(frames * FRAME_NANOSECONDS / 1000);
    for (int i = 0; i < client_count; i++)
        send(clients[i], message, head_size + payload_size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

int main(int count, char **arguments) {
    if (count != 3 || (payload_size = strtoul(arguments[2], 0, 10)) < 64 || payload_size > 60000) {
        fprintf(stderr, "use: floor PORT BYTES\n");
        return 64;
    }
    head_size = payload_size < 126 ? 2 : 4;
    message[0] = 0x81;
    message[1] = payload_size < 126 ? (unsigned char)payload_size : 126;
    message[2] = (unsigned char)(payload_size >> 8);
    message[3] = (unsigned char)payload_size;
    int listener = listen_at(atoi(arguments[1])), queue = epoll_create1(0), on = 1;
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec pace = {{0, FRAME_NANOSECONDS}, {0, FRAME_NANOSECONDS}};
    timerfd_settime(timer, 0, &pace, 0);
    watch(queue, listener);
    watch(queue, timer);
    struct epoll_event events[256];
    for (;;) {
        int ready = epoll_wait(queue, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == timer) {
                send_frame(timer);
            } else if (descriptor == listener) {
                int client = accept(listener, 0, 0);
                setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                watch(queue, client);
            } else {
                read_client(descriptor);
            }
        }
    }
}

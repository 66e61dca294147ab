# docker build -t ovation .
# docker run --rm -p 127.0.0.1:8080:8080 -v ovation:/data ovation
#
# Answers under localhost and IP addresses. Other names, such as a proxy's or the container's own, go
# behind the image's name: --public-url https://show.example.org. Its root may be read-only, and it needs
# no capability: deploy/compose.yaml.

FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY script/bootstrap script/bootstrap
RUN script/bootstrap build
COPY . .
# docker build --build-arg OVATION_VERSION=$(script/version) --build-arg OVATION_COMMIT=$(git rev-parse --short=12 HEAD)
ARG OVATION_VERSION OVATION_COMMIT
RUN strip -o /ovation "$(script/build)"

FROM debian:bookworm-slim
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends libwebsockets17 libssl3 libsqlite3-0 libhiredis0.14 zlib1g libstdc++6 espeak-ng \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin ovation \
    && install --directory --owner ovation --mode 700 /data
COPY --from=build /ovation /usr/local/bin/ovation
COPY script/healthcheck /usr/local/bin/ovation-healthcheck
COPY web /usr/local/share/ovation/web
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["ovation-healthcheck"]
ENTRYPOINT ["ovation", "serve", "--host", "0.0.0.0", "--data", "/data"]

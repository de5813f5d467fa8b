# syntax=docker/dockerfile:1

# The product as images. Without a target: all of it in one process. A target for each process of the distributed profile, one
# for the key store, and one that makes keys and certificates for them. docs/OPERATIONS.md says how they are run.
#
# Only files that are needed go into them: Node, the libraries that it loads, and the bundled program. No package manager, and a
# shell only where PostgreSQL's initdb asks for one. infra/images lays the files out.

# To pin it by digest: --build-arg NODE_IMAGE=node:26.10.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS checkout
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/onceover
COPY . .
# The same times in every build, so that the same sources make the same files.
ENV SOURCE_DATE_EPOCH=0
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund && npm run build --workspace web

FROM checkout AS distributed-files
RUN node_modules/.bin/node infra/images/src/main.ts distributed /image

FROM scratch AS process
COPY --from=distributed-files /image/runtime/ /
COPY --from=distributed-files /image/application/ /
COPY --from=distributed-files --chown=65532:65532 /image/state/ /
ENV PATH=/usr/local/bin
WORKDIR /var/lib/onceover
USER 65532:65532
# Pages and requests that have begun are answered before a process ends.
STOPSIGNAL SIGTERM

# Other containers ask a service at this address.
FROM process AS service
ENV ONCEOVER_INTERNAL_HOST=0.0.0.0

FROM service AS accounts
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "accounts"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "accounts", "health"]

FROM service AS secrets
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "secrets"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "secrets", "health"]

FROM service AS notifications
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "notifications"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "notifications", "health"]

FROM service AS audit
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "audit"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "audit", "health"]

FROM process AS relay
# A relay has no other port, so its health check asks this one.
ENV ONCEOVER_METRICS_PORT=9100
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "relay"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "relay", "health"]

FROM process AS partner-egress
# Nobody asks it anything else, so its health check asks this port.
ENV ONCEOVER_METRICS_PORT=9100
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "partner-egress"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "partner-egress", "health"]

FROM service AS gateway
ENV ONCEOVER_HOST=0.0.0.0
EXPOSE 3000
ENTRYPOINT ["node", "/opt/onceover/bundle/main.js", "gateway"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/main.js", "gateway", "health"]

FROM process AS key-store
ENV ONCEOVER_KEY_STORE_DIR=/var/lib/onceover-keys ONCEOVER_KEY_STORE_HOST=0.0.0.0 ONCEOVER_KEY_STORE_READY_PORT=3401
ENTRYPOINT ["node", "/opt/onceover/bundle/key-store.js"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/opt/onceover/bundle/key-store.js", "health"]

# Makes what the containers of compose.distributed.yaml must have before they start.
FROM process AS prepare
COPY --from=distributed-files --chown=65532:65532 /image/prepared/ /
ENTRYPOINT ["node", "/opt/onceover/bundle/prepare.js"]

FROM checkout AS embedded-files
RUN node_modules/.bin/node infra/images/src/main.ts embedded /image

FROM scratch AS onceover
COPY --from=embedded-files /image/runtime/ /
COPY --from=embedded-files /image/application/ /
COPY --from=embedded-files --chown=65532:65532 /image/state/ /
ENV PATH=/usr/local/bin ONCEOVER_HOST=0.0.0.0 \
  ONCEOVER_DATA_DIR=/var/lib/onceover/data ONCEOVER_KEYS_DIR=/var/lib/onceover-keys ONCEOVER_MAIL_DIR=/var/lib/onceover/mail
WORKDIR /var/lib/onceover
USER 65532:65532
VOLUME ["/var/lib/onceover", "/var/lib/onceover-keys"]
EXPOSE 3000
STOPSIGNAL SIGTERM
ENTRYPOINT ["onceover"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["onceover", "health"]

# What makes backups of docstore, gateway and mailer, and brings them back (infra/images/operator.mjs). Built from the root of the project:
#   docker build -f infra/images/operator.Dockerfile -t bough/operator .

FROM node:26-bookworm-slim AS build
WORKDIR /project
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx -y pnpm@12.21.0 fetch --reporter=append-only
COPY packages packages
COPY apps apps
COPY infra infra
COPY e2e/package.json e2e/package.json
COPY load/package.json load/package.json
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --offline --reporter=append-only \
  && node infra/images/bundle.ts operator /out \
  && install -D -t /libraries /usr/lib/*/libatomic.so.1

# Node's binary alone on a bare system, and the one library that it needs and the system lacks: no npm, nothing of the build.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /libraries /usr/local/lib
COPY --from=build /out /bough
RUN ldconfig \
  && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin bough \
  && install -d -o bough -g bough -m 0700 /operator /data /data/docstore /data/gateway /data/mailer
USER 10001
WORKDIR /bough
ENV NODE_ENV=production
VOLUME /operator
# It does what it is told and ends.
HEALTHCHECK NONE
ENTRYPOINT ["/bough/entrypoint.sh"]

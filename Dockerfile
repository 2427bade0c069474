# syntax=docker/dockerfile:1
# By tag, so that a build gets the fixes of its base image. A release pins it, with the digest that it was
# tested with: --build-arg NODE_IMAGE=node:22-slim@sha256:…
# Behind a mirror or a proxy, npm's configuration and a certificate can be mounted for the steps that need
# them; they are in no layer: --secret id=npmrc,src=$HOME/.npmrc --secret id=ca,src=/path/to/ca.pem
ARG NODE_IMAGE=node:22-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY local/service/package.json local/service/
COPY local/workspace/package.json local/workspace/
COPY local/demo/package.json local/demo/
RUN --mount=type=secret,id=npmrc --mount=type=secret,id=ca \
  NPM_CONFIG_USERCONFIG=/run/secrets/npmrc NPM_CONFIG_CAFILE=/run/secrets/ca npm ci --ignore-scripts
COPY scripts scripts
COPY tsconfig.json LICENSE ./
COPY src src
COPY local local
# Nothing there reads source maps.
RUN node scripts/build.mjs --quick && find dist \( -name '.*' -o -name '*.map' \) -type f -delete

FROM ${NODE_IMAGE} AS local-packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY local/service/package.json local/service/
RUN --mount=type=secret,id=npmrc --mount=type=secret,id=ca \
  NPM_CONFIG_USERCONFIG=/run/secrets/npmrc NPM_CONFIG_CAFILE=/run/secrets/ca \
  npm ci --ignore-scripts --omit=dev --workspace=local/service

# The local service, for the profile `local` of docker-compose.yml. It reads and fetches repositories with git.
FROM ${NODE_IMAGE} AS local
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
# Freed memory goes back to the system. Otherwise, glibc keeps up to 64 MB of it in each of its arenas.
ENV NODE_ENV=production MALLOC_TRIM_THRESHOLD_=262144
WORKDIR /app
COPY --from=local-packages /app/node_modules node_modules
COPY --from=build /app/dist/local/service dist/local/service
COPY package.json LICENSE ./
USER node
EXPOSE 3070
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT || 3070}/assets/page.js`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Arguments: the paths of git repositories.
ENTRYPOINT ["node", "dist/local/service/main.js"]

# The bot's image contains only what the bot reads: nothing of the local programs, and few of the packages' files.
FROM build AS bot
RUN node scripts/bot-files.mjs /bot

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=bot /bot ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9090}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No argument: both roles in one process. `bot` or `worker`: that role alone.
ENTRYPOINT ["node", "dist/main.js"]

# syntax=docker/dockerfile:1
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY scripts scripts
COPY tsconfig.json ./
COPY src src
RUN npm run build && find dist -name '.*' -type f -delete

# The local service, for the profile `local` of docker-compose.yml: what it loads are the
# packages of development, and it reads repositories with git.
FROM node:22-slim AS local
RUN apt-get update && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist/local/service dist/local/service
COPY package.json LICENSE ./
USER node
EXPOSE 3070
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT || 3070}/`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Arguments: the paths of git repositories.
ENTRYPOINT ["node", "dist/local/service/main.js"]

# The local service and workspace are for a laptop; nothing of them goes into the bot's image.
FROM build AS bot
RUN rm -r dist/local

FROM node:22-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=bot /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9090}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No argument: both roles in one process. `bot` or `worker`: that role alone.
ENTRYPOINT ["node", "dist/main.js"]

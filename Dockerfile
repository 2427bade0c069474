# syntax=docker/dockerfile:1
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY scripts scripts
COPY tsconfig.json ./
COPY src src
# The local service and workspace are for a laptop; nothing of them goes into the image.
RUN npm run build && rm -r dist/local && find dist -name '.*' -type f -delete

FROM node:22-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=dev

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9090}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No argument: both roles in one process. `bot` or `worker`: that role alone.
ENTRYPOINT ["node", "dist/main.js"]

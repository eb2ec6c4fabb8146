# The site in a container. Its pages are built here; it runs as a user who owns nothing, and writes
# only to /data.
#   docker build -t site .
# compose.yaml adds a database, a pooler and a proxy; docs/deploy.md has the steps.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN deploy/build.sh /out

FROM node:24-bookworm-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home site
COPY --from=build /out /site
WORKDIR /site
USER 10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "commands/run.mjs", "start"]

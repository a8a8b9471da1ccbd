# Built from this folder: docker build -f pooler.Dockerfile .
# Debian's PgBouncer, as the tests start it with the same rules. The base is the product's own, less what it is named after.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
RUN apt-get update \
  && apt-get install -y --no-install-recommends pgbouncer \
  && install -d -o postgres -m 700 /run/pgbouncer \
  && rm -rf /var/lib/apt/lists/* /usr/local/bin/* /usr/local/lib/node_modules /usr/local/include/node /opt/yarn-*
COPY --chmod=644 pgbouncer.ini pooling.ini /etc/pgbouncer/
EXPOSE 6432
ENTRYPOINT []
CMD ["sh", "-c", "install -o postgres -m 600 /run/installation/pooler-users.txt /run/pgbouncer/users.txt && exec pgbouncer -u postgres /etc/pgbouncer/pgbouncer.ini"]

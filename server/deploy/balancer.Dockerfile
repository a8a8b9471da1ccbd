# Built from this folder: docker build -f balancer.Dockerfile .
# Debian's HAProxy, as the tests start it with the same configuration. The base is the product's own, less what it is named after.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
RUN apt-get update \
  && apt-get install -y --no-install-recommends haproxy \
  && mkdir -p /run/haproxy \
  && rm -rf /var/lib/apt/lists/* /usr/local/bin/* /usr/local/lib/node_modules /usr/local/include/node /opt/yarn-*
COPY haproxy.cfg confined.cfg reload-on-renewal.sh /etc/haproxy/
EXPOSE 80 443 8443
ENTRYPOINT []
CMD ["sh", "/etc/haproxy/reload-on-renewal.sh", "60", "haproxy", "-W", "-db", "-f", "/etc/haproxy/confined.cfg", "-f", "/etc/haproxy/haproxy.cfg"]

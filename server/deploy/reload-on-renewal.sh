#!/bin/sh
# Starts HAProxy by the words after the first, and lets it read its certificate again when that was renewed: it reads it as it starts, and
# a Secret or a folder that is renewed tells nobody. What is open stays open on the process that it is on.
#   reload-on-renewal.sh SECONDS haproxy -W -db -f FILE...
every=$1
shift
certificate=${BALANCER_CERTIFICATE:-/etc/haproxy/tls/certificate.pem}

content() {
  cat "$certificate" "$certificate.key" 2>/dev/null | cksum
}

renew() {
  was=$(content)
  while sleep "$every" && kill -0 "$$" 2>/dev/null; do
    now=$(content)
    [ "$now" = "$was" ] && continue
    # A certificate without its key, half of a renewal, is looked at again: who is served is served on with the old one.
    if "$@" -c >/dev/null 2>&1; then
      was=$now
      echo "The certificate was renewed: it is read again."
      kill -s USR2 "$$"
    else
      echo "The certificate was changed and cannot be read: the one before is served on." >&2
    fi
  done
}

renew "$@" &
# The same process: signals are HAProxy's own.
exec "$@"

#!/bin/sh
# Says for the node exporter of this machine when a backup of the kind was finished, and by it for the alarm BackupsOld; as
# /etc/pgbackrest/backup-finished.sh.
set -eu
folder=${2:-/var/lib/prometheus/node-exporter}
printf 'pgbackrest_backup_finished_seconds{type="%s"} %s\n' "$1" "$(date +%s)" > "$folder/pgbackrest-$1.new"
mv "$folder/pgbackrest-$1.new" "$folder/pgbackrest-$1.prom"

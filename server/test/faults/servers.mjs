import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataFolder } from '../../platform/embedded/services/data-folder.mjs';
import { startPostgres } from '../../platform/embedded/services/postgres.mjs';
import { recall } from '../../platform/embedded/fingerprint.mjs';
import { stop } from '../../platform/embedded/processes.mjs';
import { startRedis } from '../../platform/embedded/services/redis.mjs';

// A Postgres (fsync on) and a Redis for tests that stop them, moved by messages of the parent process: it is told the
// ports, may ask for an immediate stop of Postgres and for its start, and both end with it.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const programs = join(root, '.data');
// A folder of this name that was left behind is removed by the next test run.
const data = new DataFolder(join(programs, `bench-${process.pid}`));
await data.take();

let postgres = await begin();
const redis = await startRedis({ folder: data.path, programs, durable: true });
data.note('redis', redis.identity);
tell({ postgres: postgres.url, redis: redis.url });

process.on('message', (message) => {
  perform(message).catch((error) => {
    process.send?.({ error: String(error) });
  });
});
process.once('disconnect', () => void end());

async function begin() {
  const service = await startPostgres({
    root,
    folder: data.path,
    systemFolder: '/var/lib/trading-gateway',
    durable: true,
  });
  data.note('postgres', service.identity);
  return service;
}

/** @param {unknown} message */
async function perform(message) {
  if (message === 'stop-at-once') {
    // SIGQUIT is Postgres' immediate shutdown: no checkpoint, sessions are cut, the next start recovers.
    await stop({ ...postgres.identity, ending: 'SIGQUIT' }, 30_000);
    tell({ stopped: true });
  }
  if (message === 'start') {
    postgres = await begin();
    tell({ postgres: postgres.url, redis: redis.url });
  }
}

/** @param {object} what */
function tell(what) {
  process.send?.(what);
}

async function end() {
  await redis.stop();
  await postgres.stop();
  const outside = recall(join(data.path, 'postgres-folder'));
  if (outside) rmSync(outside, { recursive: true, force: true });
  rmSync(data.path, { recursive: true, force: true });
  process.exit(0);
}

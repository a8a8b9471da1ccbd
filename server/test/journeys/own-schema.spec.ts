import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { JobQueues } from '../../platform/jobs/job-queues.js';
import { bootApp, type TestApp } from '../app.js';
import { createTestDatabase, type TestDatabase } from '../database.js';
import { sleep } from '../faults/calls.js';

/** A worker and a feed that are started before `migrate` has made the database theirs, as in every rollout. */

const PATIENCE_MS = 120_000;
jest.setTimeout(300_000);

/** What the version of before left out or has otherwise, and what `migrate` makes of it. */
const DIFFERENCES: [string, string, string][] = [
  [
    'a function of another version',
    `update stored_function set sha256 = reverse(sha256) where name = 'ledger_post'`,
    `update stored_function set sha256 = reverse(sha256) where name = 'ledger_post'`,
  ],
  [
    'a migration that is missing',
    'create table gone_migration as select * from migrations where id = (select max(id) from migrations);' +
      'delete from migrations where id in (select id from gone_migration)',
    'insert into migrations select * from gone_migration',
  ],
];

let database: TestDatabase;
let owner: DataSource;
let app: TestApp;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = await createDataSource(database.url, 1, false).initialize();
});
afterEach(async () => {
  await app?.close();
  await owner?.destroy();
  await database?.drop();
});

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error(`It did not come true: ${what}`);
}

const readiness = async () => {
  const reply = await fetch(`${app.url}/readyz`);
  return { status: reply.status, parts: ((await reply.json()) as { parts: Record<string, { state: string }> }).parts };
};
const figures = async () => (await fetch(`${app.url}/metrics`)).text();
const jobsDone = async () => [...(await figures()).matchAll(/^gateway_job_seconds_count\{name="([^"]+)"/gm)].length;
const settledJobs = async () =>
  Number(/^gateway_job_seconds_count\{name="options.settle",outcome="done"\} (\d+)/m.exec(await figures())?.[1] ?? 0);
const leases = async () => (await owner.query('select from feed_lease')).length;
const isReady = async () => (await readiness()).status === 200;

it.each(DIFFERENCES)(
  'beside %s: do nothing, and everything once it is theirs, for good',
  async (_what, differ, mend) => {
    await owner.query(differ);
    const settings = { ROLES: 'worker,feed', FEED: 'simulated', LOG_LEVEL: 'silent', SIMULATION_HISTORY_DAYS: '0' };
    app = await bootApp(settings, database);
    // Asked for by somebody else's process, which is of the version before.
    const jobs = app.application.get(JobQueues);
    expect(await jobs.add('options.settle', { closesAt: 1 })).toBe(true);
    // The feed has tried for longer than a standby waits, and so has every loop had its rounds.
    await until('nobody leads', async () => (await readiness()).parts.lease?.state !== 'ok');
    expect(await readiness()).toMatchObject({ status: 503, parts: { postgres: { state: 'down' } } });
    expect([await jobsDone(), await leases()]).toEqual([0, 0]);
    const queue = await jobs.readable('options');
    expect(await queue.getJobCounts('waiting', 'active', 'completed', 'failed', 'delayed')).toEqual({
      waiting: 1,
      active: 0,
      completed: 0,
      failed: 0,
      delayed: 0,
    });

    await owner.query(mend);
    await until('it is ready', isReady);
    await until('it has taken its job', async () => (await settledJobs()) > 0);
    await until('it leads', async () => (await leases()) === 1);

    // A version after this one installs its own functions: this one goes on until it is replaced.
    await owner.query(`update stored_function set sha256 = repeat('a', 64) where name = 'ledger_post'`);
    const before = await settledJobs();
    expect(await jobs.add('options.settle', { closesAt: 2 })).toBe(true);
    await until('it takes another job', async () => (await settledJobs()) > before);
    expect(await isReady()).toBe(true);
  },
);

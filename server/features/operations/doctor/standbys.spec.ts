import type { DataSource } from 'typeorm';
import { createDataSource } from '../../../database/data-source.js';
import { OwnServers } from '../../../test/faults/own-servers.js';
import { ExamineReadStandby, ExamineStandbys } from './examine-standbys.js';
import type { Finding } from './finding.js';
import { InstallationStore } from './installation.store.js';

/** A primary and its standby, both real. */
let servers: OwnServers;
let primary: DataSource;
let standby: DataSource;
const open: DataSource[] = [];

const connected = async (url: string): Promise<DataSource> => {
  const source = await createDataSource(url, 1, false).initialize();
  open.push(source);
  return source;
};
const look = (source: DataSource): Promise<Finding[]> => new ExamineStandbys(new InstallationStore(source)).execute();

/** Looks until it is found so: what a server says of another comes a moment later. */
async function until(source: DataSource, state: Finding['state'], says: RegExp): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const found = await look(source);
    if (found.every((one) => one.state === state && says.test(one.says))) return;
    if (tries > 600) throw new Error(`It is not so: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

beforeAll(async () => {
  servers = await OwnServers.start();
  primary = await connected(servers.databaseUrl);
}, 240_000);
afterAll(async () => {
  for (const source of open) await source.destroy();
  await servers?.stop();
});

it('a primary alone has no standby, one that has it says how far it is behind, and the standby says it of itself', async () => {
  expect(await look(primary)).toEqual([expect.objectContaining({ state: 'watch' })]);
  standby = await connected(await servers.replicate());
  await until(primary, 'ok', /^standby is \d+\.\d s and \d+\.\d MiB behind \(commits wait for it\)$/);
  await until(standby, 'ok', /^this standby has replayed what was committed \d+\.\d s ago$/);

  const forReads = (source: DataSource) => new ExamineReadStandby(new InstallationStore(source)).execute();
  expect(await forReads(standby)).toEqual([expect.objectContaining({ state: 'ok' })]);
  expect(await forReads(primary)).toEqual([
    expect.objectContaining({ state: 'watch', says: expect.stringContaining('leads to no standby') }),
  ]);

  const [{ pid }] = await primary.query<[{ pid: number }]>('select pid from pg_stat_replication');
  process.kill(pid, 'SIGSTOP');
  try {
    // Nobody waits for the standby, which is sent nothing of it.
    await primary.query(`select pg_logical_emit_message(false, 'test', repeat('x', 70 * 1024 * 1024))`);
    await until(primary, 'watch', /^standby is \d+\.\d s and [67]\d\.\d MiB behind/);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await until(primary, 'ok', /^standby is/);

  await primary.query(`select pg_create_physical_replication_slot('left_behind', true)`);
  const [, idle] = await look(primary);
  expect(idle).toMatchObject({ state: 'watch', says: expect.stringMatching(/^nobody reads the slot left_behind/) });
}, 240_000);

it('one who may not see how far others are behind is told so', async () => {
  await primary.query('create role looker login');
  await primary.query('set role looker');
  try {
    expect((await look(primary))[0]).toMatchObject({
      state: 'unknown',
      todo: expect.stringMatching(/pg_read_all_stats/),
    });
  } finally {
    await primary.query('reset role');
  }
});

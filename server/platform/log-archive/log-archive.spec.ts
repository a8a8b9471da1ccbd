import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase, type TestDatabase } from '../../test/database.js';
import type { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { LogArchiveFigure } from './log-archive-figure.js';
import { type LogArchive, LogArchiveStore } from './log-archive.store.js';

/** A server that archives its log is asked in `restore-drill.spec.ts`. */

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.workerUrl, 1, true).initialize();
}, 60_000);
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const NO_LOOPS = { add: () => undefined } as unknown as Loops;
const figureOf = async (look: () => Promise<LogArchive>) => {
  const metrics = new Metrics();
  await new LogArchiveFigure(NO_LOOPS, { look } as LogArchiveStore, metrics).execute();
  return (await metrics.logArchiveAgeSeconds.get()).values.map(({ value }) => value);
};

it('asks, as a worker may, whether the log is archived', async () => {
  const { isOn, ageSeconds, failing } = await new LogArchiveStore(source).look();
  expect([isOn, failing]).toEqual([false, null]);
  expect(ageSeconds).toBeGreaterThan(0);
});

it('publishes how old the newest piece is, and nothing of a server that archives none', async () => {
  const archive = { isOn: true, ageSeconds: 12.5, failing: null };
  expect(await figureOf(async () => archive)).toEqual([12.5]);
  expect(await figureOf(async () => ({ ...archive, isOn: false }))).toEqual([]);
});

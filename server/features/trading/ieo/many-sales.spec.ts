import type { DataSource } from 'typeorm';
import { Transactions } from '../../../platform/database/transactions.store.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aSale, type Sale, tapeHoursOfSales } from '../../../test/factories/ieo.js';
import { FakeClock } from '../../../test/fakes/fake-clock.js';
import { IeoWorkStore } from './ieo-work.store.js';
import { SealAllotment } from './seal-allotment.js';
import { SweepIeo } from './sweep-ieo.js';

const START = Date.UTC(2027, 4, 3, 8, 0);
const HOUR_MS = 3_600_000;
/** More than are read at once. */
const MANY = 205;

let app: TestApp;
let source: DataSource;
let clock: FakeClock;
let work: IeoWorkStore;
let sweep: SweepIeo;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
  clock = new FakeClock(START);
  work = app.application.get(IeoWorkStore);
  const transactions = app.application.get(Transactions);
  const seal = new SealAllotment(work, transactions);
  sweep = new SweepIeo(work, seal, transactions, app.application.get(Outbox), clock, app.application.get(Metrics));
}, 60_000);
afterAll(() => app?.close());

const isClosed = async ({ id }: Sale): Promise<boolean> => {
  const rows: unknown[] = await source.query('select from ieo_round where project_id = $1 and round = 0', [id]);
  return rows.length === 1;
};
const dueNow = async () => (await work.due(new Date(clock.now()), 0, 1000)).map(({ id }) => id);

it('a sale is closed on time behind hundreds that wait for their listing, which are not looked at', async () => {
  const earlier: Sale[] = [];
  for (let count = 0; count < MANY; count += 1) earlier.push(await aSale(source, { at: START }));
  const [first] = earlier as [Sale];
  const later = await aSale(source, { at: START + 10 * HOUR_MS });
  clock.set(first.applyUntil);
  await sweep.execute();
  clock.set(first.secondPayUntil + HOUR_MS);
  await tapeHoursOfSales(source, clock.now());
  expect(await dueNow()).toHaveLength(MANY);
  await sweep.execute();
  expect(await dueNow()).toEqual([]);
  clock.set(later.applyUntil + 1000);
  expect(await dueNow()).toEqual([later.id]);
  await sweep.execute();
  expect(await isClosed(later)).toBe(true);
  expect(await dueNow()).toEqual([]);
}, 240_000);

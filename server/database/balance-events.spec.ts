import type { DataSource } from 'typeorm';
import { aUserId, fund, USDT } from '../test/factories/ledger.js';
import { createTestDatabase, type TestDatabase } from '../test/database.js';
import { createDataSource } from './data-source.js';

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource(database.url).initialize();
});

afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe('a balance event', () => {
  it.each([
    [false, 'balance:spot:3'],
    [true, 'demo-balance:spot:3'],
  ])('is the same whoever tells of it; demo money: %s', async (demo, entity) => {
    const user = await aUserId(source);
    await fund(source, user, '70.50', { demo });
    await fund(source, user, '30', { demo });
    const [row] = await source.query(
      `select balance_event_now($1, 'spot', $2, $3, 30.00, 'a.reason', 77) as now,
              futures_balance_event($1, 'spot', $2, $3, 30.00, 'a.reason', 77) as futures,
              futures_balance_event($1, 'spot', $2, $3, 0, 'a.reason', 77) as nothing,
              balance_event($3, 'spot', $2, 30.00, 100.500, 2, 'a.reason', 77) as given`,
      [user, USDT, demo],
    );
    const event = {
      entity,
      entityVersion: 2,
      account: 'spot',
      currencyId: USDT,
      delta: '30',
      after: '100.5',
      reason: 'a.reason',
      journalId: '77',
      demo,
    };
    expect(row).toEqual({ now: event, futures: event, nothing: null, given: event });
  });
});

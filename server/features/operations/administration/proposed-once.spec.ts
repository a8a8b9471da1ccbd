import { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk } from '../../../test/factories/operators.js';

let app: TestApp;
let source: DataSource;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.application.get(DataSource);
}, 60_000);
afterAll(() => app?.close());

describe.each([
  ['adjustments', 'adjustment', (userId: string) => ({ userId, account: 'spot', currencyId: USDT })],
  ['insurance', 'insurance', () => ({ currencyId: USDT })],
])('%s', (path, kind, about) => {
  it('are proposed once by one key, once by a double tap without one, and anew by another key', async () => {
    const by = await anOperator(source, 'treasurer');
    const body = { ...about(await aUserId(source)), amount: '5', reason: 'Goodwill' };
    const propose = (key: string | null, fields = {}) =>
      callDesk(app.url, path, {
        by,
        body: { ...body, ...fields },
        headers: key === null ? {} : { 'idempotency-key': key },
      });
    const count = async () => {
      const rows: unknown[] = await source.query('select from operator_proposal where kind = $1 and proposed_by = $2', [
        kind,
        by.operatorId,
      ]);
      return rows.length;
    };
    const first = await Promise.all(Array.from({ length: 4 }, () => propose('first-of-all')));
    expect(new Set(first.map(({ message }) => (message as { id: string }).id)).size).toBe(1);
    expect(first[0]).toMatchObject({ type: 'ok' });
    expect(await count()).toBe(1);
    expect(await propose('first-of-all', { amount: '6' })).toMatchObject({ code: 'request.key-reused' });
    expect(await propose('second-one')).toMatchObject({ type: 'ok' });
    expect(await count()).toBe(2);
    await Promise.all([propose(null), propose(null)]);
    expect(await count()).toBe(3);
    expect(await propose('short')).toMatchObject({ code: 'request.invalid' });
  });
});

import type { DataSource } from 'typeorm';
import { bootApp, type TestApp } from '../../../test/app.js';
import { aUserId, USDT } from '../../../test/factories/ledger.js';
import { anOperator, callDesk } from '../../../test/factories/operators.js';

let app: TestApp;
let source: DataSource;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  source = app.owner;
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

describe.each([
  ['notices', 'notice', { texts: [{ language: 'en', title: 'News', text: 'Tonight' }] }],
  ['deposit-banks', 'deposit-bank', { bankName: 'First', cardNumber: '6222021234567890', cardHolder: 'Ann' }],
  ['networks/1/limit', 'network-limit', { secondPersonAbove: '100' }],
])('%s', (path, kind, body) => {
  it('are made once by one key, however often it is sent, and not again with other words', async () => {
    const by = await anOperator(source, 'settings');
    const send = (fields: object) =>
      callDesk(app.url, path, {
        by,
        body: { ...body, ...(kind === 'notice' ? {} : { reason: 'As agreed' }), ...fields },
        headers: { 'idempotency-key': `${kind}-of-today` },
      });
    const all = await Promise.all(Array.from({ length: 4 }, () => send({})));
    expect(all[0]).toMatchObject({ type: 'ok' });
    expect(new Set(all.map(({ message }) => (message as { id: string }).id)).size).toBe(1);
    const made: { action: string }[] = await source.query(
      'select action from audit_entry where operator_id = $1 and action like $2',
      [by.operatorId, `${kind}.p%`],
    );
    expect(made).toHaveLength(1);
    const other = kind === 'notice' ? { texts: [{ language: 'en', title: 'News', text: 'Now' }] } : { reason: 'Else' };
    expect(await send(other)).toMatchObject({ code: 'request.key-reused' });
  });
});

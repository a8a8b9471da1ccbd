import type { DataSource } from 'typeorm';
import type { AccountStateView, StateEntity } from '../../../contract/state.dto.js';
import type { WalletListView } from '../../../contract/wallet/wallet.dto.js';
import { truncate } from '../../../contract/money.js';
import { bootApp, type TestApp } from '../../../test/app.js';
import { Caller } from '../../../test/calls.js';
import { BTC, fund } from '../../../test/factories/ledger.js';
import { aUser, type TestUser } from '../../../test/factories/users.js';
import { StateParts } from '../../../platform/outbox/state-parts.js';

jest.setTimeout(180_000);

const ACCOUNTS = ['change', 'lever', 'micro', 'trust'] as const;

let app: TestApp;
let call: Caller;
let source: DataSource;
let user: TestUser;

beforeAll(async () => {
  app = await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent' });
  call = new Caller(app);
  source = app.owner;
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  user = await aUser(app.database.url);
});

async function read(): Promise<AccountStateView> {
  const reply = await call.get('account/state', { token: user.token });
  expect(reply.type).toBe('ok');
  return reply.message as AccountStateView;
}

interface PublishedEvent {
  sequence: number;
  kind: string;
  payload: StateEntity;
}

async function publishedEvents(): Promise<PublishedEvent[]> {
  const rows = await source.query<{ sequence: string; kind: string; payload: StateEntity }[]>(
    'select sequence, kind, payload from outbox where user_id = $1 order by sequence',
    [user.userId],
  );
  return rows.map(({ sequence, ...event }) => ({ sequence: Number(sequence), ...event }));
}

/** What a page knows: the balances of its snapshot, each replaced by whatever event of it is newer. */
function stitched(state: AccountStateView, events: PublishedEvent[]): Map<string, [number, string]> {
  const known = new Map(
    (state.parts.balances ?? []).map(({ entity, entityVersion, after }): [string, [number, string]] => [
      entity,
      [entityVersion, after as string],
    ]),
  );
  for (const { sequence, kind, payload } of events) {
    if (kind !== 'balance' || sequence <= state.sequence) continue;
    const version = known.get(payload.entity)?.[0] ?? 0;
    // Exactly the next one: nothing of the snapshot is told again, and nothing is missing in between.
    expect([payload.entity, payload.entityVersion]).toEqual([payload.entity, version + 1]);
    known.set(payload.entity, [payload.entityVersion, payload.after as string]);
  }
  return known;
}

it('is empty for somebody new, with a place to go on from', async () => {
  expect(await read()).toMatchObject({
    sequence: 0,
    epoch: expect.stringContaining(`.${user.userId}`),
    parts: { balances: [], deposits: [], withdrawals: [], kyc: [] },
  });
  expect(await call.get('account/state')).toMatchObject({ type: '999' });
});

it('and the events after it make the state that is, whenever it is read (K05, K06)', async () => {
  await fund(source, user.userId, '1000');
  await fund(source, user.userId, '2', { currencyId: BTC });
  const states: AccountStateView[] = [];
  const work = { goesOn: true };
  const reader = async () => {
    while (work.goesOn) states.push(await read());
  };
  const writer = async (own: number) => {
    for (let count = 0; count < 20; count += 1) {
      if (own === 0 && count % 10 === 5) await call.post('demo/enter', {}, { token: user.token });
      const [from_field, to_field] = [ACCOUNTS[(own + count) % 4], ACCOUNTS[(own + count * 3 + 1) % 4]];
      const fields = { number: `${1 + ((own * 7 + count) % 40)}`, currency_id: count % 5 === 0 ? '1' : '3' };
      const transfer = { ...fields, from_field: from_field ?? '', to_field: to_field ?? '' };
      await call.post('wallet/change', transfer, {
        token: user.token,
        headers: { 'idempotency-key': `transfer-${own}-${count}` },
      });
    }
  };
  const readers = [reader(), reader()];
  await Promise.all([0, 1, 2, 3].map(writer));
  work.goesOn = false;
  await Promise.all(readers);
  const last = await read();
  const events = await publishedEvents();
  expect(events.at(-1)?.sequence).toBe(last.sequence);
  expect(events.length).toBeGreaterThan(50);
  const truth = stitched(last, []);
  expect([...truth.keys()]).toEqual(expect.arrayContaining(['balance:spot:3', 'demo-balance:option:3']));
  const between = states.filter(({ sequence }) => sequence > 0 && sequence < last.sequence);
  expect(between.length).toBeGreaterThan(0);
  for (const state of states) expect(stitched(state, events)).toEqual(truth);

  // What the wallet shows is the same.
  const wallet = (await call.post('wallet/list', {}, { token: user.token })).message as WalletListView;
  const usdt = wallet.change_wallet.balance.find(({ currency }) => currency === 3);
  expect(usdt?.change_balance).toBe(truncate(truth.get('balance:spot:3')?.[1] ?? '', 8));
});

it('has what is open, as its events name it', async () => {
  const transaction = 'ab'.repeat(32);
  const deposit = {
    currency: '3',
    amount: '10',
    account: '',
    imgs: '',
    type: '0',
    sub_type: 'TRC20',
    hash: transaction,
  };
  expect(await call.post('wallet/charge_req', deposit, { token: user.token })).toMatchObject({ type: 'ok' });
  const { parts, sequence } = await read();
  const [event] = await publishedEvents();
  expect(sequence).toBe(1);
  expect(parts.deposits).toEqual([event?.payload]);
});

it('has every part once', async () => {
  const parts = app.application.get(StateParts);
  expect(() => parts.register('balances', () => Promise.resolve([]))).toThrow(/balances/);
});

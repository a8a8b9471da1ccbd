import type { Transaction } from '../../../platform/database/transaction.js';
import { BalanceEvents } from './balance-events.store.js';

const EVENT = {
  entity: 'balance:spot:3',
  entityVersion: 2,
  account: 'spot_frozen',
  currencyId: 3,
  delta: '-40.5',
  after: '59.5',
  reason: 'wallet.transfer',
  journalId: '7',
  demo: false,
};
const MOVED = { userId: '1', reason: 'wallet.transfer', journalId: '7', moves: [] };

/** A database that answers so. */
const answering = (payload: unknown) => {
  const rows = [{ answer: [payload] }];
  const runner = { connect: () => Promise.resolve({ query: () => Promise.resolve({ rows }) }) };
  return { queryRunner: runner, connection: { options: {} } } as unknown as Transaction;
};

describe('the events of balances', () => {
  it('are what the database says of them', async () => {
    expect(await new BalanceEvents().of(answering(EVENT), MOVED)).toEqual([
      { userId: '1', kind: 'balance', payload: EVENT },
    ]);
  });

  it.each([
    ['an account that there is not', { account: 'futures' }, 'account (invalid_'],
    ['a number for an amount', { after: 59.5 }, 'after (invalid_type)'],
    ['an amount that is none', { delta: 'NaN' }, 'delta (custom)'],
    ['no journal', { journalId: null }, 'journalId (invalid_type)'],
  ])('are none with %s', async (_what, change, fault) => {
    const sent = new BalanceEvents().of(answering({ ...EVENT, ...change }), MOVED);
    await expect(sent).rejects.toThrow(`balance_events_now is not what it has to be: ${fault}`);
  });
});

import type { ArchivedJournal } from './archive-lines.rules.js';
import { amountOf, RunningBalances, unitsOf } from './running-balances.rules.js';

/** A journal of postings `account sequence amount balanceAfter`, in one currency. */
function journal(number: string, ...postings: string[]): ArchivedJournal {
  return {
    journal: number,
    reason: 'test.move',
    reference: number,
    demo: false,
    at: '2026-01-05T12:00:00.000000Z',
    postings: postings.map((text) => {
      const [account = '', sequence = '', amount = '', balanceAfter = ''] = text.split(' ');
      return { account, sequence, currency: 3, amount, balanceAfter };
    }),
  };
}

const taken = (...journals: ArchivedJournal[]): RunningBalances => {
  const balances = new RunningBalances();
  for (const one of journals) balances.take(one);
  return balances;
};

it.each([
  ['0', 0n],
  ['1', 10n ** 18n],
  ['-0.000000000000000001', -1n],
  ['12345678901234567890.123456789012345678', 12345678901234567890123456789012345678n],
])('%s is %s units, and the reverse', (amount, units) => {
  expect(unitsOf(amount)).toBe(units);
  expect(unitsOf(amountOf(units))).toBe(units);
});

it('follows each account', () => {
  const { accounts } = taken(journal('1', '1 1 -5 -5', '2 1 5 5'), journal('2', '1 2 -0.5 -5.5', '2 2 0.5 5.5'));
  expect(accounts.get('1')).toEqual({ sequence: 2n, balance: unitsOf('-5.5') });
  expect(accounts.get('2')).toEqual({ sequence: 2n, balance: unitsOf('5.5') });
});

it('waits for a posting whose journal has a higher number', () => {
  const balances = taken(journal('1', '1 2 -1 -2', '2 2 1 2'));
  expect([...balances.gaps()]).toEqual([
    { account: '1', missing: '1', journal: '1' },
    { account: '2', missing: '1', journal: '1' },
  ]);
  expect(balances.waiting).toBe(2);
  balances.take(journal('2', '1 1 -1 -1', '2 1 1 1'));
  expect([...balances.gaps()]).toEqual([]);
  expect(balances.waiting).toBe(0);
  expect(balances.accounts.get('2')).toEqual({ sequence: 2n, balance: unitsOf('2') });
});

it.each([
  ['legs that do not sum to zero', [journal('1', '1 1 -5 -5', '2 1 4 4')], 'journal 1 does not balance in currency 3'],
  [
    'a balance that is not the one before and the amount',
    [journal('1', '1 1 -5 -5', '2 1 5 6')],
    'journal 1 says 6 after posting 1 of account 2, which is not the balance before and 5',
  ],
  [
    'the same of one that waited',
    [journal('1', '1 2 -1 -3', '2 1 1 1'), journal('2', '1 1 -1 -1', '2 2 1 2')],
    'journal 1 says -3 after posting 2 of account 1',
  ],
  [
    'a number that was there',
    [journal('1', '1 1 -5 -5', '2 1 5 5'), journal('2', '1 1 -5 -10', '2 2 5 10')],
    'journal 2 posts number 1 of account 1 again',
  ],
  [
    'a number that waits already',
    [journal('1', '1 2 -5 -5', '2 1 5 5'), journal('2', '1 2 -5 -10', '2 2 5 10')],
    'journal 2 posts number 2 of account 1 again',
  ],
])('refuses %s', (_what, journals, says) => {
  expect(() => taken(...journals)).toThrow(says);
});

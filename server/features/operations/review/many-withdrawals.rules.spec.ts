import type { ManyWithdrawalsRowView } from '../../../contract/operations/many-withdrawals.dto.js';
import { sumsOf } from './many-withdrawals.rules.js';

const row = (changes: Partial<ManyWithdrawalsRowView>): ManyWithdrawalsRowView => ({
  line: 1,
  id: '1',
  transaction: null,
  coin: 'USDT',
  network: 'TRC20',
  amount: '100',
  payout: '99.9',
  needsSecondPerson: false,
  plainlyProven: false,
  outcome: 'ready',
  problem: null,
  ...changes,
});

describe('the sums of several withdrawals', () => {
  it('are by coin, exact, and in the order in which the coins come', () => {
    expect(
      sumsOf([
        row({ coin: 'ETH', amount: '0.000000000000000001', payout: '0.000000000000000001' }),
        row({}),
        row({ coin: 'ETH', amount: '123456789012', payout: '123456789011.5' }),
        row({ amount: '0.1', payout: '0.1' }),
      ]),
    ).toEqual([
      { coin: 'ETH', count: 2, amount: '123456789012.000000000000000001', payout: '123456789011.500000000000000001' },
      { coin: 'USDT', count: 2, amount: '100.1', payout: '100' },
    ]);
  });

  it.each([
    ['ready', 1],
    ['done', 1],
    ['second-person', 1],
    ['announced', 1],
    ['before', 0],
    ['refused', 0],
  ] as const)('of one that is %s count it: %i', (outcome, count) => {
    expect(sumsOf([row({ outcome })]).map((sum) => sum.count)).toEqual(count === 0 ? [] : [count]);
  });

  it('leave out what is no withdrawal', () => {
    expect(sumsOf([row({ coin: null, amount: null, payout: null, outcome: 'refused' })])).toEqual([]);
  });
});

import type { FuturesPositionsView, FuturesPositionView } from '../../../../server/contract/trading/futures.dto';
import { applyBalance, applyRow } from './apply-event';

const row = (change: Partial<FuturesPositionView>) =>
  ({ positionId: '1', status: 1, demo: false, version: 1, lots: 10, ...change }) as FuturesPositionView;
const view = (positions: FuturesPositionView[]) =>
  ({
    account_type: 'real_account',
    balances: [{ currencyId: 3, available: '100', frozen: '5' }],
    positions,
  }) as unknown as FuturesPositionsView;
const numbers = ({ positions }: FuturesPositionsView) => positions.map(({ positionId, lots }) => [positionId, lots]);

describe('an event of a row', () => {
  it('puts a new one first', () => {
    expect(numbers(applyRow(view([row({})]), row({ positionId: '2' })))).toEqual([
      ['2', 10],
      ['1', 10],
    ]);
  });

  it('changes the one that is known, in its place', () => {
    const before = view([row({ positionId: '2' }), row({})]);
    expect(numbers(applyRow(before, row({ version: 2, lots: 6 })))).toEqual([
      ['2', 10],
      ['1', 6],
    ]);
  });

  it.each([1, 2])('changes nothing when it is not newer (version %d of 2)', (version) => {
    const before = view([row({ version: 2, lots: 6 })]);
    expect(applyRow(before, row({ version, lots: 10 }))).toBe(before);
  });

  it('takes away what has ended, and does not bring back what is not known', () => {
    const before = view([row({})]);
    expect(numbers(applyRow(before, row({ version: 2, status: 3, lots: 0 })))).toEqual([]);
    expect(applyRow(before, row({ positionId: '9', status: 4 }))).toBe(before);
  });

  it('of demo money is not one of real money', () => {
    const before = view([]);
    expect(applyRow(before, row({ demo: true }))).toBe(before);
  });
});

describe('a posting', () => {
  it('changes what is free or frozen of its currency', () => {
    const free = applyBalance(view([]), { account: 'contract', currencyId: 3, after: '90', demo: false });
    expect(free.balances).toEqual([{ currencyId: 3, available: '90', frozen: '5' }]);
    const frozen = applyBalance(free, { account: 'contract_frozen', currencyId: 4, after: '7', demo: false });
    expect(frozen.balances[1]).toEqual({ currencyId: 4, available: '0', frozen: '7' });
  });

  it('in another account, or of other money, changes nothing', () => {
    const before = view([]);
    expect(applyBalance(before, { account: 'spot', currencyId: 3, after: '1', demo: false })).toBe(before);
    expect(applyBalance(before, { account: 'contract', currencyId: 3, after: '1', demo: true })).toBe(before);
  });
});

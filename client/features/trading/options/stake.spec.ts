import type { OptionTermView, PayableCurrencyView } from '../../../../server/contract/trading/options.dto';
import { toUnits } from '../../../../server/contract/money';
import { judgeStake, largestStake, stakeFigures } from './stake';

const term = {
  min_num: '10',
  max_num: '5000',
  profit_ratio: '80.00',
  even_profit_ratio: '300.00',
  fee_ratio: '1.00',
} as OptionTermView;
const currency = (balance: string) => ({ user_wallet: { micro_balance: balance } }) as PayableCurrencyView;

describe('a stake', () => {
  it('costs its fee, earns by its direction, and says how often one must be right', () => {
    expect(stakeFigures('100', term, 'rise')).toEqual({ fee: '1', cost: '101', winnings: '80', breakEven: '0.5612' });
    expect(stakeFigures('100', term, 'even')).toMatchObject({ winnings: '300', breakEven: '0.2525' });
  });

  it.each([
    ['1000', '990.09900990'],
    ['100000', '5000'],
    ['0', '0'],
    ['0.00000001', '0'],
    ['1.01', '1'],
  ])('may be at most so large with %s in the account', (balance, expected) => {
    const stake = largestStake(balance, term);
    expect(toUnits(stake)).toBe(toUnits(expected));
    const { cost } = stakeFigures(stake === '0' ? '0.00000001' : stake, term, 'rise');
    if (stake !== '0') expect(toUnits(cost) <= toUnits(balance)).toBe(true);
  });

  it.each([
    ['', null, 'required'],
    ['abc', null, 'amount'],
    ['9,99', '9.99', 'below'],
    ['5000.01', '5000.01', 'above'],
    ['10.123456789', '10.123456789', 'decimals'],
    ['100', '100', 'insufficient'],
    ['99', '99', null],
  ])('of %s is judged', (typed, amount, verdict) => {
    expect(judgeStake(typed, amount, { language: 'es', term, currency: currency('100.5') })).toBe(verdict);
  });
});

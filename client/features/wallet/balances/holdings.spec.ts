import * as fc from 'fast-check';
import { fromUnits, toUnits } from '../../../../server/contract/money';
import type { WalletView } from '../../../../server/contract/wallet/wallet.dto';
import type { PriceAge } from '../../../ui/age';
import {
  afterTransfer,
  amountIn,
  applyBalance,
  byWorth,
  type Holding,
  holdingsOf,
  type Quotes,
  sharesOf,
  type WalletsRead,
  worthOf,
} from './holdings';

const ZERO = '0.00000000';

const row = (currency: number, code: string, change: Partial<WalletView> = {}): WalletView => ({
  id: currency,
  user_id: '1',
  currency,
  currency_name: code,
  currency_type: code.toLowerCase(),
  currency_logo: '',
  address: '',
  legal_balance: ZERO,
  lock_legal_balance: ZERO,
  change_balance: ZERO,
  lock_change_balance: ZERO,
  lever_balance: ZERO,
  lock_lever_balance: ZERO,
  micro_balance: ZERO,
  lock_micro_balance: ZERO,
  trust_balance: ZERO,
  lock_trust_balance: ZERO,
  is_legal: 0,
  is_match: 1,
  is_lever: 1,
  is_micro: 1,
  is_trust: 1,
  usdt_price: '',
  price_age_ms: null,
  cny_price: '',
  cny_age_ms: 0,
  pb_price: '',
  ...change,
});

const READ_AT = 1_000_000;

const view = (rows: WalletView[]): WalletsRead => {
  const account = (flag: 'is_match' | 'is_lever' | 'is_micro' | 'is_trust') => ({
    balance: rows.filter((one) => one[flag] === 1),
    totle: ZERO,
    usdt_totle: ZERO,
    CNY: '',
    unpriced: [],
  });
  return {
    readAt: READ_AT,
    account_type: 'real_account',
    legal_wallet: { balance: [], totle: ZERO, usdt_totle: ZERO, CNY: '', unpriced: [] },
    change_wallet: account('is_match'),
    lever_wallet: account('is_lever'),
    micro_wallet: account('is_micro'),
    trust_wallet: account('is_trust'),
    usdt_totle: ZERO,
    price_age_ms: null,
    unpriced: [],
    ExRate: '7.1',
    ExRate_age_ms: 0,
  };
};

const only = (rows: WalletView[]) => holdingsOf(view(rows));
const first = (rows: WalletView[]) => only(rows)[0] as Holding;
const ageAt = (pricedAt: number): PriceAge => ({ status: 'live', reason: null, origin: 'live', pricedAt });
const QUOTES: Quotes = new Map([
  ['USDT', { price: '1', age: null }],
  ['BTC', { price: '60000.5', age: ageAt(900_000) }],
  ['ETH', { price: '2000', age: ageAt(100_000) }],
]);

describe('the holdings of a reply', () => {
  it('have every coin once, with the accounts that may hold it', () => {
    const holdings = only([row(3, 'USDT'), row(6, 'SOL', { is_lever: 0, is_micro: 0, is_trust: 0 })]);
    expect(holdings.map(({ code, accounts }) => [code, accounts])).toEqual([
      ['USDT', ['spot', 'option', 'contract', 'trust']],
      ['SOL', ['spot']],
    ]);
  });

  it("find each account under the wire's name, what is frozen of it too", () => {
    const { pockets } = first([
      row(3, 'USDT', {
        change_balance: '1',
        lock_change_balance: '2',
        micro_balance: '3',
        lock_micro_balance: '4',
        lever_balance: '5',
        lock_lever_balance: '6',
        trust_balance: '7',
        lock_trust_balance: '8',
      }),
    ]);
    expect(pockets).toEqual({
      spot: { available: '1', frozen: '2' },
      option: { available: '3', frozen: '4' },
      contract: { available: '5', frozen: '6' },
      trust: { available: '7', frozen: '8' },
    });
  });

  it('have prices of their moment, as old as the reply says', () => {
    const rows = [row(1, 'BTC', { usdt_price: '60000.00000000', price_age_ms: 40_000 }), row(5, 'DOGE')];
    expect(only(rows).map(({ pricedAt }) => pricedAt)).toEqual([READ_AT - 40_000, null]);
  });

  it('have no price where the reply has none', () => {
    expect(only([row(3, 'USDT', { usdt_price: '1.00000000' }), row(5, 'DOGE')]).map(({ price }) => price)).toEqual([
      '1.00000000',
      null,
    ]);
  });
});

describe('an event of the books', () => {
  it.each([
    ['spot', 'spot', 'available'],
    ['option', 'option', 'available'],
    ['contract_frozen', 'contract', 'frozen'],
    ['trust_frozen', 'trust', 'frozen'],
  ] as const)('of %s changes that pocket and no other, cut to the decimals of the wire', (account, name, part) => {
    const before = view([row(3, 'USDT', { change_balance: '9' }), row(1, 'BTC')]);
    const after = holdingsOf(applyBalance(before, { account, currencyId: 3, after: '1.234567899' }));
    const expected = holdingsOf(before);
    (expected[0] as Holding).pockets[name][part] = '1.23456789';
    expect(after).toEqual(expected);
  });

  it('leaves the view before untouched', () => {
    const before = view([row(3, 'USDT')]);
    const copy = JSON.parse(JSON.stringify(before));
    applyBalance(before, { account: 'spot', currencyId: 3, after: '5' });
    expect(before).toEqual(copy);
  });
});

describe('the worth', () => {
  const held = () =>
    only([
      row(3, 'USDT', { change_balance: '100.5', lock_change_balance: '0.5' }),
      row(1, 'BTC', { lever_balance: '0.1' }),
      row(5, 'DOGE', { change_balance: '7' }),
      row(2, 'ETH'),
    ]);

  it('counts what is frozen, and names what has no price instead of counting it as nothing', () => {
    expect(worthOf(held(), QUOTES)).toEqual({
      // 101 + 0.1 × 60000.5
      total: '6101.05',
      unpriced: ['DOGE'],
      // Of ETH, whose price is older, there is nothing.
      age: ageAt(900_000),
    });
  });

  it('is no newer than the oldest price in it, and of no age where no price is', () => {
    const both = only([row(1, 'BTC', { change_balance: '1' }), row(2, 'ETH', { lever_balance: '1' })]);
    const age = (account: 'spot' | 'contract' | 'trust') => worthOf(both, QUOTES, [account]).age?.pricedAt;
    expect([worthOf(both, QUOTES).age?.pricedAt, age('spot'), age('contract'), age('trust')]).toEqual([
      100_000,
      900_000,
      100_000,
      undefined,
    ]);
    expect(worthOf(only([row(3, 'USDT', { change_balance: '1' })]), QUOTES).age).toBeNull();
  });

  it('is counted for one account alone', () => {
    expect(worthOf(held(), QUOTES, ['contract'])).toMatchObject({ total: '6000.05', unpriced: [] });
    expect(worthOf(held(), QUOTES, ['trust'])).toEqual({ total: '0', unpriced: [], age: null });
  });

  it('puts the most valuable first, then what has no price, then what is not held', () => {
    expect(byWorth(held(), QUOTES).map(({ code }) => code)).toEqual(['BTC', 'USDT', 'DOGE', 'ETH']);
  });
});

it('shares never make more than the whole', () => {
  expect(sharesOf(['1', '1', '1', '0'])).toEqual([3333, 3333, 3333, 0]);
  expect(sharesOf(['0', '0'])).toEqual([0, 0]);
  const amount = fc.bigInt({ min: 0n, max: 10n ** 38n }).map((units) => fromUnits(units));
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 4 }), (totals) => {
      const shares = sharesOf(totals);
      expect(shares.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(10_000);
      expect(shares.every((share) => share >= 0)).toBe(true);
    }),
  );
});

it('a transfer keeps the sum to the last digit, and is not possible with less', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 36n }).map((units) => fromUnits(units));
  fc.assert(
    fc.property(amount, amount, amount, (moved, from, to) => {
      const after = afterTransfer(moved, from, to);
      if (toUnits(moved) > toUnits(from)) expect(after).toBeNull();
      else expect(toUnits(after?.[0] ?? '') + toUnits(after?.[1] ?? '')).toBe(toUnits(from) + toUnits(to));
    }),
  );
  expect(afterTransfer('0.1', '0.3', '0')).toEqual(['0.2', '0.1']);
});

it('an amount over all accounts is exact', () => {
  const holding = first([
    row(1, 'BTC', { change_balance: '0.1', lock_change_balance: '0.2', trust_balance: '0.00000001' }),
  ]);
  expect(amountIn(holding)).toBe('0.30000001');
  expect(amountIn(holding, ['spot'])).toBe('0.3');
});

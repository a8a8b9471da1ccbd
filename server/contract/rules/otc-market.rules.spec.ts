import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { chatRisks } from './chat-risk.rules.js';
import {
  isOtcPlace,
  isWorsePrice,
  otcFloatingPrice,
  otcOrderNumber,
  otcReference,
  otcSizeOfCoins,
  wrongOtcLimit,
  otcSizeOfMoney,
} from './otc-market.rules.js';

const TERMS = { price: '7.1', fiat: 'CNY', scale: 8 } as const;

describe('how much', () => {
  it('buys as many coins as the money pays for, cut', () => {
    // 100 / 7.1 = 14.084507042…
    expect(otcSizeOfMoney('100', TERMS)).toEqual({ quantity: '14.08450704', amount: '100' });
    expect(otcSizeOfMoney('0.00000001', { ...TERMS, price: '100000' })).toBeNull();
  });

  it('asks for what coins cost, raised to what can be paid', () => {
    // 10.0001 x 7.1 = 71.00071
    expect(otcSizeOfCoins('10.0001', TERMS)).toEqual({ quantity: '10.0001', amount: '71.01' });
    expect(otcSizeOfCoins('1.5', { price: '151.1', fiat: 'JPY', scale: 8 })).toEqual({
      quantity: '1.5',
      amount: '227',
    });
  });

  it('never sells a coin below its price', () => {
    const cents = fc.integer({ min: 1, max: 100_000_000 }).map((value) => new Decimal(value).dividedBy(100).toFixed());
    const prices = fc
      .integer({ min: 1, max: 100_000_000 })
      .map((value) => new Decimal(value).dividedBy(10_000).toFixed());
    fc.assert(
      fc.property(cents, prices, (money, price) => {
        const terms = { ...TERMS, price };
        for (const size of [otcSizeOfMoney(money, terms), otcSizeOfCoins(money, terms)]) {
          if (size) expect(new Decimal(size.quantity).times(price).lessThanOrEqualTo(size.amount)).toBe(true);
        }
      }),
    );
  });

  it('follows the index', () => {
    // 60000.123456 x 1.02 = 61200.12592512
    expect(otcFloatingPrice('60000.123456', '1.02')).toBe('61200.1259');
  });

  it.each([
    ['sell', '7.1', '7.2', true],
    ['sell', '7.1', '7.0', false],
    ['buy', '7.1', '7.0', true],
    ['buy', '7.1', '7.10', false],
  ] as const)('who takes a %s at %s does not at %s: %s', (side, shown, now, worse) => {
    expect(isWorsePrice(side, shown, now)).toBe(worse);
  });
});

describe('numbers', () => {
  it('of orders tell the day', () => {
    expect(otcOrderNumber('17', new Date('2026-05-04T23:59:59Z'))).toBe('2026050400000017');
    expect(otcReference('17')).toBe('P0000017');
  });
});

describe('warnings of a line', () => {
  it.each([
    ['加我微信 abc123', ['outside']],
    ['Write me on Telegram @x', ['outside']],
    ['Pay here: https://example.test/pay', ['link']],
    ['What is your verification code?', ['secret']],
    ['Read me the six digits', ['secret']],
    ['6자리 숫자 좀 불러 주세요', ['secret']],
    ['请先放币，我马上付款', ['early-release']],
    ['Please release first', ['early-release']],
    ['I have paid 710.00 CNY, reference P0000017', []],
    ['已付款，请查收', []],
  ])('%s', (text, risks) => {
    expect(chatRisks(text)).toEqual(risks);
  });
});

describe('the limits of a coin', () => {
  const of = (leastQuantity: string, secondPersonAbove: string, price = '50000', scale = 8) =>
    wrongOtcLimit({ leastQuantity, secondPersonAbove }, { scale, price });

  it.each([
    ['0.0001', '0.02', null],
    ['0.02', '0.4', null],
    ['0.0001', '0', null],
    ['0', '0.02', { field: 'leastQuantity', why: 'invalid' }],
    ['0.000000001', '0.02', { field: 'leastQuantity', why: 'invalid' }],
    ['0.0001', '0.000000001', { field: 'secondPersonAbove', why: 'invalid' }],
    ['0.02000001', '0.02', { field: 'leastQuantity', why: 'too-high' }],
    ['0.0001', '0.40000001', { field: 'secondPersonAbove', why: 'too-high' }],
  ])('least %s, two above %s: %j', (least, above, wrong) => {
    expect(of(least, above)).toEqual(wrong);
  });
});

describe('a place for cash', () => {
  it.each([
    ['48.13743,11.57549', true],
    ['-90.00000,-180.00000', true],
    ['90.00001,0.00000', false],
    ['0.00000,180.00001', false],
    ['48.13743, 11.57549', false],
    ['48.137,11.575', false],
    ['', false],
  ])('%s: %s', (text, is) => {
    expect(isOtcPlace(text)).toBe(is);
  });
});

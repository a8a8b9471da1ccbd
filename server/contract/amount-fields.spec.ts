import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ConfirmedActRequest } from './account/proofs.dto.js';
import { ProposeAdjustmentRequest } from './operations/proposals.dto.js';
import { LeverCloseRequest, LeverReverseRequest, LeverSubmitRequest } from './trading/futures-requests.dto.js';
import { SpotOrderRequest } from './trading/spot.dto.js';
import { SpotPairRequest, SpotStopRequest } from './trading/spot-stops.dto.js';
import { TrustOrderRequest } from './trading/trust.dto.js';

type Form = new () => object;

/** Amounts that move nothing by themselves: a bound for a price, and what a code says that it confirms. */
const FIELDS: [Form, string][] = [
  [SpotOrderRequest, 'worst_price'],
  [LeverSubmitRequest, 'worst_price'],
  [LeverCloseRequest, 'worst_price'],
  [ConfirmedActRequest, 'amount'],
];
const isRefused = (form: Form, field: string, value: unknown): boolean =>
  validateSync(plainToInstance(form, { [field]: value })).some(({ property }) => property === field);

describe.each(FIELDS.map(([form, field]) => [form.name, field, form] as const))('%s.%s', (_name, field, form) => {
  it.each(['0.5', '1', '100000', '0.000000000000000001', '9'.repeat(18), '', null, undefined])('takes %j', (value) => {
    expect(isRefused(form, field, value)).toBe(false);
  });

  it.each([
    '01',
    '00.5',
    '0',
    '0.0',
    '-1',
    '+1',
    '1e3',
    '.5',
    '5.',
    ' 1',
    '1 ',
    '1,000',
    '１',
    '9'.repeat(19),
    `0.${'0'.repeat(18)}1`,
    `1.${'0'.repeat(40)}`,
  ])('refuses %j', (value) => expect(isRefused(form, field, value)).toBe(true));

  it.each([5, 0.5, true, [['5']], [[5]], { toString: () => '5' }, Number.NaN, 5n])(
    'refuses what is no text: %p',
    (value) => expect(isRefused(form, field, value)).toBe(true),
  );
});

/** Parts of a whole: the fee or the rate that was shown. */
const RATIOS: [Form, string][] = [
  [SpotOrderRequest, 'worst_fee_ratio'],
  [SpotStopRequest, 'worst_fee_ratio'],
  [SpotPairRequest, 'worst_fee_ratio'],
  [LeverSubmitRequest, 'worst_fee_ratio'],
  [LeverReverseRequest, 'worst_fee_ratio'],
  [TrustOrderRequest, 'worst_daily_ratio'],
];

describe.each(RATIOS.map(([form, field]) => [form.name, field, form] as const))('%s.%s', (_name, field, form) => {
  it.each(['0', '0.0', '0.001', '0.000000000000000001', '1', '1.0', '', null, undefined])('takes %j', (value) => {
    expect(isRefused(form, field, value)).toBe(false);
  });

  it.each([
    'NaN',
    'Infinity',
    'free',
    '9'.repeat(20),
    '1.1',
    '2',
    '01',
    '00',
    '-0.001',
    '-0',
    '+0.001',
    '1e-3',
    '.5',
    '0.',
    ' 0.1',
    '0.1 ',
    '0,1',
    '０.１',
    `0.${'0'.repeat(18)}1`,
    '0.1\n',
  ])('refuses %j', (value) => expect(isRefused(form, field, value)).toBe(true));

  it.each([0, 0.001, 1, true, ['0.001'], [['0.001']], { toString: () => '0.1' }, Number.NaN, 0n])(
    'refuses what is no text: %p',
    (value) => expect(isRefused(form, field, value)).toBe(true),
  );
});

it('an amount at the desk is a text: no number, list or object is one', () => {
  for (const value of [5, -0.5, 1e21, ['5'], { 0: '5' }, true, null]) {
    expect([value, isRefused(ProposeAdjustmentRequest, 'amount', value)]).toEqual([value, true]);
  }
  for (const value of ['5', '-0.5'])
    expect([value, isRefused(ProposeAdjustmentRequest, 'amount', value)]).toEqual([value, false]);
});

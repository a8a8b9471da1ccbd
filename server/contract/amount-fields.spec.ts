import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ConfirmedActRequest } from './account/proofs.dto.js';
import { ProposeAdjustmentRequest } from './operations/proposals.dto.js';
import { LeverCloseRequest, LeverSubmitRequest } from './trading/futures-requests.dto.js';
import { SpotOrderRequest } from './trading/spot.dto.js';

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

it('an amount at the desk is a text: no number, list or object is one', () => {
  for (const value of [5, -0.5, 1e21, ['5'], { 0: '5' }, true, null]) {
    expect([value, isRefused(ProposeAdjustmentRequest, 'amount', value)]).toEqual([value, true]);
  }
  for (const value of ['5', '-0.5'])
    expect([value, isRefused(ProposeAdjustmentRequest, 'amount', value)]).toEqual([value, false]);
});

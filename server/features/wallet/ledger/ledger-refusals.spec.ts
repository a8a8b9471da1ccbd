import { COUNTRY_PRODUCTS } from '../../../contract/rules/country-rules.rules.js';
import { refusalOf, requestedAmount } from './ledger-refusals.js';

/** As the driver throws what a stored function raises. */
const raised = (code: string, detail?: string) =>
  Object.assign(new Error(code), { code }, detail === undefined ? {} : { detail });
const saidOf = (error: unknown) => {
  const { code, parameters } = refusalOf(error) as { code: string; parameters?: object };
  return [code, parameters ?? {}];
};

describe('what a stored function refuses is said to the user', () => {
  it.each<[string, string | undefined, string, object]>([
    ['LG001', '{"owner":"1"}', 'ledger.insufficient-balance', {}],
    ['SU001', undefined, 'sub-account.closed', {}],
    ['LG005', 'real', 'ledger.cancel-only', {}],
    ['LG005', 'demo', 'ledger.demo-cancel-only', {}],
    ['LG005', undefined, 'ledger.cancel-only', {}],
    ['CR003', '20', 'country.leverage', { leverage: '20' }],
    ...COUNTRY_PRODUCTS.flatMap((product): [string, string, string, object][] => [
      ['CR001', product, 'country.not-offered', { product }],
      ['CR002', product, 'country.closing-only', { product }],
    ]),
    ['OL001', '1767614400000', 'limits.break', { until: '2026-01-05 12:00:00' }],
    ['OL006', '1767614400000', 'limits.excluded', { until: '2026-01-05 12:00:00' }],
    ['OL002', '60 59', 'limits.time', { limit: '60', used: '59' }],
    ['OL003', '100 99.5', 'limits.loss', { limit: '100', used: '99.5' }],
    ['OL004', '50', 'limits.stake', { limit: '50', used: '' }],
    ['OL007', undefined, 'limits.deposit', { limit: '', used: '' }],
    ['OL005', undefined, 'limits.unpriced', {}],
    ['NW001', undefined, 'news.required', {}],
  ])('%s of %s is %s', (state, detail, code, parameters) => {
    expect(saidOf(raised(state, detail))).toEqual([code, parameters]);
  });

  it.each([
    raised('LG002'),
    raised('LG003', 'demo'),
    raised('23505', 'spot'),
    // Of a product that nobody knows.
    raised('CR001', 'lottery'),
    raised('CR002'),
    new Error('plain'),
    'a text',
    null,
    undefined,
  ])('and %s stays what it is', (error) => {
    expect(refusalOf(error)).toBe(error);
  });
});

describe('an amount that is asked for', () => {
  it('is taken as it was typed', () => {
    expect(requestedAmount('1.50000000', 8, 'number')).toBe('1.50000000');
  });

  it.each<[unknown, string, object]>([
    ['1.000000001', 'ledger.too-many-decimals', { decimals: 8 }],
    ['0', 'request.invalid', { field: 'number' }],
    ['-1', 'request.invalid', { field: 'number' }],
    [1, 'request.invalid', { field: 'number' }],
  ])('%p is refused as %s', (value, code, parameters) => {
    expect(() => requestedAmount(value, 8, 'number')).toThrow(expect.objectContaining({ code, parameters }));
  });
});

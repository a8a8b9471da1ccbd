import { ALERT_KINDS } from '../../../../server/contract/rules/price-alert.rules';
import type { Market } from '../../markets/market-list';
import { ACCOUNT, type AlertDraft, draftOf, fieldsOf, kindsOf, newDraft, readValue } from './alert-fields';
import type { ListedAlert } from './price-alerts.api';

const MARKET = {
  symbol: 'BTC/USDT',
  perpetual: true,
  priceDecimals: 2,
  ticker: { index: '69123.456', last: '69100', mark: null },
} as unknown as Market;
const draft = (changes: Partial<AlertDraft>): AlertDraft => ({ ...newDraft(MARKET, 'en'), ...changes });

describe('a new alert', () => {
  it('begins with the price of now, cut to the decimals of the market', () => {
    expect(newDraft(MARKET, 'en')).toMatchObject({ symbol: 'BTC/USDT', kind: 'rise', typed: '69123.45', pause: '' });
    expect(newDraft(MARKET, 'es').typed).toBe('69123,45');
  });
});

describe('the value that was typed', () => {
  it.each<[Partial<AlertDraft>, string, string | null]>([
    [{ typed: '' }, '', 'required'],
    [{ typed: 'x' }, '', 'format'],
    [{ typed: '70,000.50' }, '70000.50', null],
    [{ typed: '70000.001' }, '70000.001', 'decimals'],
    [{ typed: '70000.500' }, '70000.50', null],
    [{ typed: '0' }, '0', 'range'],
    [{ kind: 'percent-down', typed: '5' }, '5', null],
    [{ kind: 'percent-down', typed: '100' }, '100', 'range'],
    [{ kind: 'funding-below', typed: '0.0125', isNegative: true }, '-0.0125', null],
    [{ kind: 'funding-below', typed: '0', isNegative: true }, '0', null],
    [{ kind: 'rise', typed: '70000', isNegative: true }, '70000', null],
  ])('%j', (changes, value, problem) => {
    expect(readValue(draft(changes), 2, 'en')).toEqual({ value, problem });
  });
});

describe('what is sent', () => {
  it('has a time of changes alone, and a source of prices alone', () => {
    expect(fieldsOf(draft({ note: ' Sell ' }), '70000')).toEqual({
      symbol: 'BTC/USDT',
      kind: 'rise',
      value: '70000',
      window: '',
      source: 'index',
      pause: '',
      note: 'Sell',
    });
    expect(fieldsOf(draft({ kind: 'percent-up', window: '300' }), '5')).toMatchObject({ window: '300', source: '' });
    expect(fieldsOf(draft({ symbol: ACCOUNT, kind: 'margin-above' }), '80')).toMatchObject({ symbol: '', source: '' });
  });

  it('is the same again for one that is not changed', () => {
    const alert = {
      symbol: 'BTC/USDT',
      kind: 'funding-below',
      value: '-0.0125',
      window: null,
      source: null,
      pause: 3600,
      note: 'Short',
    } as unknown as ListedAlert;
    const known = draftOf(alert, 'es');
    expect(fieldsOf(known, readValue(known, 2, 'es').value)).toMatchObject({
      value: '-0.0125',
      pause: '3600',
      note: 'Short',
    });
  });
});

it('kinds are those that the market has', () => {
  expect(kindsOf(ALERT_KINDS, ACCOUNT, undefined)).toEqual(['margin-above']);
  expect(kindsOf(ALERT_KINDS, 'BTC/USDT', MARKET)).toEqual(ALERT_KINDS);
  expect(kindsOf(ALERT_KINDS, 'USDC/USDT', { ...MARKET, perpetual: false })).toEqual([
    'rise',
    'fall',
    'cross',
    'percent-up',
    'percent-down',
  ]);
});

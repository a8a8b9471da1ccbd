import { ACCOUNT_EVENT_KINDS } from '../events.dto.js';
import { API_KEY_SCOPES, type ApiKeyScope } from './api-keys.rules.js';
import { isHeardBy, KEY_EVENT_KINDS } from './key-events.rules.js';

const REAL = { demo: false };
const hears = (scopes: ApiKeyScope[], kind: string, fields: Record<string, unknown> = REAL, isDemo = false) =>
  isHeardBy({ scopes, isDemo }, kind, fields);

it.each<[string, string, Record<string, unknown>, [read: boolean, spot: boolean, futures: boolean, options: boolean]]>([
  ['a fill', 'fill', REAL, [true, true, false, false]],
  ['an order of spot', 'order', { ...REAL, product: 'spot' }, [true, true, false, false]],
  ['a stop of spot', 'order', { ...REAL, product: 'spot-stop' }, [true, true, false, false]],
  ['what a purchase leaves', 'order', { ...REAL, product: 'spot-exit' }, [true, true, false, false]],
  ['an order of contracts', 'order', { ...REAL, product: 'perpetual' }, [true, false, true, false]],
  ['an order of nobody knows what', 'order', REAL, [false, false, false, false]],
  ['a position', 'position', REAL, [true, false, true, false]],
  ['a margin call', 'margin.warning', REAL, [true, false, true, false]],
  ['a liquidation', 'liquidation', REAL, [true, false, true, false]],
  ['an option', 'option.settled', REAL, [true, false, false, true]],
  ['money for spot', 'balance', { ...REAL, account: 'spot' }, [true, true, false, false]],
  ['frozen money for spot', 'balance', { ...REAL, account: 'spot_frozen' }, [true, true, false, false]],
  ['money for contracts', 'balance', { ...REAL, account: 'contract_frozen' }, [true, false, true, false]],
  ['money for options', 'balance', { ...REAL, account: 'option' }, [true, false, false, true]],
  ['savings', 'balance', { ...REAL, account: 'trust' }, [false, false, false, false]],
  ['a notice', 'notice', REAL, [false, false, false, false]],
  ['a line of a chat', 'c2c.line', REAL, [false, false, false, false]],
  ['a withdrawal', 'withdrawal', REAL, [false, false, false, false]],
  ['a kind that there is not', 'toString', REAL, [false, false, false, false]],
])('%s is heard by those that it is for', (_what, kind, fields, [read, spot, futures, options]) => {
  expect(hears(['read'], kind, fields)).toBe(read);
  expect(hears(['read', 'trade.spot'], kind, fields)).toBe(spot);
  expect(hears(['read', 'trade.futures'], kind, fields)).toBe(futures);
  expect(hears(['read', 'trade.options'], kind, fields)).toBe(options);
  expect(hears([...API_KEY_SCOPES], kind, fields)).toBe(read);
  expect(hears(['trade.spot', 'trade.futures', 'trade.options'], kind, fields)).toBe(false);
  expect(hears(['read'], kind, fields, true)).toBe(false);
  expect(hears(['read'], kind, { ...fields, demo: true }, true)).toBe(read);
  expect(hears(['read'], kind, { ...fields, demo: undefined })).toBe(false);
});

it('of the kinds that there are these', () => {
  expect(KEY_EVENT_KINDS).toEqual([
    'balance',
    'order',
    'fill',
    'position',
    'option.opened',
    'option.settled',
    'option.voided',
    'margin.warning',
    'margin.critical',
    'liquidation',
  ]);
  expect(ACCOUNT_EVENT_KINDS).toEqual(expect.arrayContaining(KEY_EVENT_KINDS));
});

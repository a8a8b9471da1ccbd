import type { AccountEventFields, AccountEventKind } from '../events.dto.js';
import type { ApiKeyScope } from './api-keys.rules.js';

/** What a key may trade in. */
export type KeyProduct = 'spot' | 'futures' | 'options';

/** Whose event it is: of one product, or by what it says; null: no call that is open to keys reads it, so none is told of it. */
type Hearing<Kind extends AccountEventKind> =
  | KeyProduct
  | null
  | ((fields: Partial<AccountEventFields[Kind]>) => KeyProduct | null);

/** Of every kind, so that a new one must be decided on. What has a product must say whose money it is about (`demo`). */
const HEARINGS: { [Kind in AccountEventKind]: Hearing<Kind> } = {
  balance: ({ account }) => productOfAccount(account),
  deposit: null,
  withdrawal: null,
  transfer: null,
  kyc: null,
  'session.revoked': null,
  order: ({ product }) => productOfOrder(product),
  fill: 'spot',
  position: 'futures',
  'option.opened': 'options',
  'option.settled': 'options',
  'option.voided': 'options',
  'margin.warning': 'futures',
  'margin.critical': 'futures',
  liquidation: 'futures',
  trust: null,
  subscription: null,
  c2c: null,
  'c2c.line': null,
  ieo: null,
  referral: null,
  help: null,
  notice: null,
  limits: null,
};

/** What the keys' calls trade in, by the scope that opens them. */
const PRODUCTS: readonly (readonly [ApiKeyScope, KeyProduct])[] = [
  ['trade.spot', 'spot'],
  ['trade.futures', 'futures'],
  ['trade.options', 'options'],
];

/** Kinds that some key is told of. */
export const KEY_EVENT_KINDS = (Object.keys(HEARINGS) as AccountEventKind[]).filter((kind) => HEARINGS[kind] !== null);

export interface KeyHearing {
  scopes: readonly ApiKeyScope[];
  isDemo: boolean;
}

/**
 * Whether a key's socket is told of an event. A key that only reads hears of all products; one that trades hears of those that it
 * trades in, and of the money of their accounts. Of the other money it hears nothing, nor of what does not say which it is.
 */
export function isHeardBy(
  { scopes, isDemo }: KeyHearing,
  kind: string,
  fields: Readonly<Record<string, unknown>>,
): boolean {
  if (!scopes.includes('read') || fields.demo !== isDemo) return false;
  const product = productOf(kind, fields);
  const traded = PRODUCTS.filter(([scope]) => scopes.includes(scope)).map(([, its]) => its);
  return product !== null && (traded.length === 0 || traded.includes(product));
}

function productOf(kind: string, fields: Readonly<Record<string, unknown>>): KeyProduct | null {
  if (!Object.hasOwn(HEARINGS, kind)) return null;
  const hearing = HEARINGS[kind as AccountEventKind] as Hearing<never>;
  return typeof hearing === 'function' ? hearing(fields as never) : hearing;
}

/** The account of savings is none that keys trade with. */
function productOfAccount(account: string | undefined): KeyProduct | null {
  const [name = ''] = (account ?? '').split('_', 1);
  const products: Record<string, KeyProduct> = { spot: 'spot', contract: 'futures', option: 'options' };
  return products[name] ?? null;
}

function productOfOrder(product: string | undefined): KeyProduct | null {
  if (product === 'perpetual') return 'futures';
  return product === 'spot' || product === 'spot-stop' || product === 'spot-exit' ? 'spot' : null;
}

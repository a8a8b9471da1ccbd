import type {
  OptionTermsView,
  PerpetualTermsView,
  ProductTermsView,
  SpotTermsView,
  TrustTermsView,
} from '../../../server/contract/operations';
import type { ProductTermKind } from '../../../server/contract/rules/product-terms.rules';

export type OfferedProduct = OptionTermsView | SpotTermsView | PerpetualTermsView | TrustTermsView;

interface TermField {
  name: TermName;
  as: 'amount' | 'percent' | 'count' | 'list';
  /** Empty is an answer of its own: the market's fee, no maximum. */
  empty?: 'ownFee' | 'noMaximum';
}

export type TermName =
  | 'payoutPercent'
  | 'evenPayoutPercent'
  | 'minimum'
  | 'maximum'
  | 'feePercent'
  | 'minimumAmount'
  | 'maximumAmount'
  | 'leverages'
  | 'openLotsMax'
  | 'lotsMax'
  | 'dailyPercent'
  | 'quota';

/** What can be set of each kind, in the order of the page and of the form. */
export const TERM_FIELDS: Record<ProductTermKind, readonly TermField[]> = {
  option: [
    { name: 'payoutPercent', as: 'percent' },
    { name: 'evenPayoutPercent', as: 'percent' },
    { name: 'minimum', as: 'amount' },
    { name: 'maximum', as: 'amount' },
    { name: 'feePercent', as: 'percent', empty: 'ownFee' },
  ],
  spot: [
    { name: 'feePercent', as: 'percent' },
    { name: 'minimumAmount', as: 'amount' },
    { name: 'maximumAmount', as: 'amount' },
  ],
  perpetual: [
    { name: 'leverages', as: 'list' },
    { name: 'openLotsMax', as: 'count' },
    { name: 'lotsMax', as: 'count' },
    { name: 'feePercent', as: 'percent' },
  ],
  trust: [
    { name: 'minimum', as: 'amount' },
    { name: 'maximum', as: 'amount', empty: 'noMaximum' },
    { name: 'dailyPercent', as: 'percent' },
    { name: 'quota', as: 'amount', empty: 'noMaximum' },
  ],
};

/** Where each kind stands in the view and in the addresses of the desk's calls. */
export const PLACES = {
  option: 'options',
  spot: 'spot',
  perpetual: 'perpetuals',
  trust: 'trust',
} as const satisfies Record<ProductTermKind, keyof ProductTermsView>;

/** The value of a field as the server has it; null where there is none. */
export function termOf(product: OfferedProduct, name: TermName): string | number | number[] | null {
  return (product as unknown as Partial<Record<TermName, string | number | number[] | null>>)[name] ?? null;
}

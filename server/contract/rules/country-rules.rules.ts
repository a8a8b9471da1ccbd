/** What a rule of a country is about. `options-demo` are options with demo money; every other word is of both books. New ones stand at the end. */
export const COUNTRY_PRODUCTS = [
  'spot',
  'contracts',
  'options',
  'options-demo',
  'trust',
  'subscription',
  'ieo',
  'otc',
  'deposits',
  'withdrawals',
] as const;
export type CountryProduct = (typeof COUNTRY_PRODUCTS)[number];

/** What a rule can be about: taking out what one has is forbidden by none. */
export const RULED_PRODUCTS = COUNTRY_PRODUCTS.filter((product) => product !== 'withdrawals');

/** From the freest to the strictest. In the last two nothing new is begun, and what there is can be closed, reduced and cancelled. */
export const OFFER_STATES = ['allowed', 'closing-only', 'not-offered'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** The row of all countries without a row of their own, and of everybody whose country is not known. */
export const EVERY_COUNTRY = '*';
/** Two letters of ISO 3166-1, or the row of all others. */
export const RULED_COUNTRY = /^(?:[A-Z]{2}|\*)$/;
export const COUNTRY_LEVERAGE_MAX = 1000;

/** A rule as two operators agree on it. */
export interface CountryRuleTerms {
  country: string;
  product: CountryProduct;
  /** Null: as in the row of all others. */
  state: OfferState | null;
  /** The highest leverage of new contracts; null: whatever the market offers. */
  leverageMax: number | null;
}

/** The name of what makes no rule; null for one that can be agreed on. The table refuses the same. */
export function wrongField({ country, product, state, leverageMax }: CountryRuleTerms): string | null {
  if (!RULED_COUNTRY.test(country) || country === 'ZZ') return 'country';
  if (!RULED_PRODUCTS.some((ruled) => ruled === product)) return 'product';
  if (state === null && country === EVERY_COUNTRY) return 'state';
  if (leverageMax === null) return null;
  const isLeverage = Number.isInteger(leverageMax) && leverageMax >= 1 && leverageMax <= COUNTRY_LEVERAGE_MAX;
  return isLeverage && product === 'contracts' && state === 'allowed' ? null : 'leverageMax';
}

/** Every refusal that a user may meet. The words stand in `languages/`, one table per language. */
export const REFUSAL_CODES = [
  'request.invalid',
  'request.malformed',
  'request.unknown-route',
  'request.method-not-allowed',
  'request.too-large',
  'request.unsupported-type',
  'request.too-many',
  'request.unavailable',
  'request.failed',
  'session.required',
  'access.forbidden',
  'language.unknown',
  'markets.unknown-symbol',
  'markets.unknown-period',
  'markets.invalid-range',
  'markets.no-price',
  'request.key-reused',
  'request.outcome-unknown',
  'ledger.insufficient-balance',
  'ledger.cancel-only',
  'ledger.too-many-decimals',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** What a refusal's words may mention. */
export type RefusalParameters = Record<string, string | number>;

/** The languages of the product; `zh` is the default. */
export const LANGUAGES = ['zh', 'zh-Hant', 'en', 'ja', 'ko', 'es', 'th'] as const;
export type Language = (typeof LANGUAGES)[number];

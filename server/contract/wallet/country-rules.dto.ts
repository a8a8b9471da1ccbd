import type { CountryProduct, OfferState } from '../rules/country-rules.rules.js';

/** Whether the caller may begin something new in a product. */
export class OfferedProductView {
  product: CountryProduct;
  /** `closing-only` and `not-offered`: nothing new; what there is can be closed, reduced and cancelled. */
  state: OfferState;
  /** Of contracts, the highest leverage of what is new; null: whatever the market offers. */
  leverage_max: number | null;
}

export class OfferedProductsView {
  /** Two letters of ISO 3166-1: of the verified document; null: it is not verified, and the strictest of what was said holds. */
  country: string | null;
  products: OfferedProductView[];
}

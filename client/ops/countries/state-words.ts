import type { OfferState } from '../../../server/contract/rules/country-rules.rules';

/** The desk's words of each state. */
export const STATE_WORDS = {
  allowed: 'countries.allowed',
  'closing-only': 'countries.closingOnly',
  'not-offered': 'countries.notOffered',
} as const satisfies Record<OfferState, string>;

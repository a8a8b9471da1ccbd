import { COUNTRY_PRODUCTS } from '../../../contract/rules/country-rules.rules.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/**
 * Translates an error of `country_rule_judge` into the user's refusal; null for other errors. It is here because every command
 * that posts to the ledger also asserts the country rules.
 */
export function countryRuleRefusal(error: unknown): Refusal | null {
  const state = sqlStateOf(error);
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : '';
  if (state === 'CR003') return new Refusal('country.leverage', { leverage: detail });
  const product = COUNTRY_PRODUCTS.find((word) => word === detail);
  if (state === 'CR001' && product) return new Refusal('country.not-offered', { product });
  return state === 'CR002' && product ? new Refusal('country.closing-only', { product }) : null;
}

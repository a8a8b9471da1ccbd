import { type DecimalText, parseAmount } from '../../../contract/money.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requiredReadingRefusal } from '../../account/news/index.js';
import { countryRuleRefusal } from './country-rule-refusal.js';
import { ownLimitRefusal } from './own-limit-refusal.js';

/**
 * Translates SQLSTATEs of the ledger into refusals for the user; other errors are returned unchanged. For every
 * command that calls `ledger_post`, `trading_assert_open`, `required_reading_assert`, `country_rule_assert` or `own_limits_assert`
 * inside a stored function of its own.
 */
export function refusalOf(error: unknown): unknown {
  const state = sqlStateOf(error);
  if (state === 'LG001') return new Refusal('ledger.insufficient-balance');
  if (state === 'SU001') return new Refusal('sub-account.closed');
  if (state === 'LG005') return new Refusal(isAboutDemo(error) ? 'ledger.demo-cancel-only' : 'ledger.cancel-only');
  return countryRuleRefusal(error) ?? ownLimitRefusal(error) ?? requiredReadingRefusal(error) ?? error;
}

/** `trading_assert_open` says in the detail which book is stopped. */
function isAboutDemo(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'detail' in error && error.detail === 'demo';
}

/**
 * An amount of a request as the ledger takes it.
 * @throws Refusal `ledger.too-many-decimals` for more decimals than the currency has; `request.invalid` naming the field
 * for everything else that is no positive amount.
 */
export function requestedAmount(value: unknown, scale: number, field: string): DecimalText {
  const { amount, problem } = parseAmount(value, scale);
  if (amount !== null) return amount;
  if (problem === 'decimals') throw new Refusal('ledger.too-many-decimals', { decimals: scale });
  throw new Refusal('request.invalid', { field });
}

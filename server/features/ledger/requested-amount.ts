import { type DecimalText, parseAmount } from '../../contract/money.js';
import { Refusal } from '../../platform/http/refusal.js';

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

import type { Language } from '../../../../server/contract/errors';
import { formatDecimal } from '../../../platform/format';
import { readingsOf, readTypedAmount } from '../../../ui/typed-amount';

/** Whole coins as people write them, with the coin. */
export function unitsText(units: string, coin: string, language: Language): string {
  return `${formatDecimal(units, language)} ${coin}`;
}

const TEN_THOUSAND = 10_000n;

/** How much of a whole, in percent, cut to two decimals: "214.05". */
export function percentOf(part: string, whole: string): string {
  const hundredths = ((BigInt(part) * TEN_THOUSAND) / BigInt(whole)).toString().padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}

/**
 * Whole coins out of what was typed: digits, or thousands grouped as amounts are everywhere. What may be an amount in two ways is the
 * whole one: of the other there is none here. Null: no whole coins.
 */
export function readUnits(typed: string, language: Language): string | null {
  const read = readTypedAmount(typed, language) ?? readingsOf(typed, language)?.[0];
  return read !== undefined && /^\d{1,13}$/.test(read) && /[1-9]/.test(read) ? read : null;
}

/** What so many coins cost, exactly. */
export function priceOf(units: string, price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const exact = (BigInt(units) * BigInt(whole + fraction)).toString().padStart(fraction.length + 1, '0');
  if (fraction === '') return exact;
  return `${exact.slice(0, -fraction.length)}.${exact.slice(-fraction.length)}`;
}

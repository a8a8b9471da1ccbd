import type { Language } from '../../../../server/contract/errors';
import { formatDecimal } from '../../../platform/format';

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

/** Whole coins out of what was typed: digits of any width, with or without signs between thousands; null: none. */
export function readUnits(typed: string): string | null {
  const plain = typed.normalize('NFKC').replaceAll(/[\s'’,.]/g, '');
  return /^[0-9]{1,13}$/.test(plain) && /[1-9]/.test(plain) && !/[.,]\d{1,2}$/.test(typed.normalize('NFKC'))
    ? plain.replace(/^0+/, '')
    : null;
}

/** What so many coins cost, exactly. */
export function priceOf(units: string, price: string): string {
  const [whole = '0', fraction = ''] = price.split('.');
  const exact = (BigInt(units) * BigInt(whole + fraction)).toString().padStart(fraction.length + 1, '0');
  if (fraction === '') return exact;
  return `${exact.slice(0, -fraction.length)}.${exact.slice(-fraction.length)}`;
}

import { type DecimalText, parseAmount, toUnits } from '../money.js';

/** What the desk sets a rate of: money that is quoted in. */
export const RATED_CURRENCIES = ['USDT', 'USD'] as const;
export type RatedCurrency = (typeof RATED_CURRENCIES)[number];

export const RATE_DECIMALS = 6;
const LEAST = toUnits('0.01');
const MOST = toUnits('10000');

/** Yuan for one, or null where the text can be no rate. */
export function rateOf(text: string): DecimalText | null {
  const { amount } = parseAmount(text, RATE_DECIMALS);
  if (amount === null) return null;
  const units = toUnits(amount);
  return units < LEAST || units > MOST ? null : amount;
}

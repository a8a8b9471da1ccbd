import type { Language } from '../../server/contract/errors';
import { formatDecimal } from '../platform/format';

/** What axis, cursor and the tag of the last price say: the language's way, as everywhere else on the page. */
export function axisPrice(price: number, view: { priceDecimals: number; language: Language }): string {
  return formatDecimal(price.toFixed(view.priceDecimals), view.language);
}

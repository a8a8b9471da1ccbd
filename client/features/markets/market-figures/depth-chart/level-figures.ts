import type { DecimalText } from '../../../../../server/contract/money';
import { formatDecimal, formatPercent, textDecimals } from '../../../../platform/format';
import { useLanguage } from '../../../../platform/preferences';
import type { Market } from '../../market-list';
import { type DepthStep, distanceFrom } from './depth.rules';

/** What is told of a level, in the way of the language. */
export interface LevelFigures {
  price: string;
  quantity: string;
  amount: string;
  /** From the mid price; null where a side is missing. */
  distance: string | null;
}

/** Tells the figures of a level: from decimal text, cut and never rounded, and what is something never as nothing. */
export function useLevelFigures(market: Market, mid: DecimalText | null): (step: DepthStep) => LevelFigures {
  const language = useLanguage();
  const { priceDecimals, quantityDecimals } = market;
  return ({ price, quantity, amount }) => {
    const distance = distanceFrom(mid, price);
    return {
      price: formatDecimal(price, language, priceDecimals),
      quantity: formatDecimal(quantity, language, Math.max(quantityDecimals, textDecimals(quantity))),
      amount: formatDecimal(amount, language, textDecimals(amount)),
      distance: distance === null ? null : formatPercent(distance, language, textDecimals(distance)),
    };
  };
}

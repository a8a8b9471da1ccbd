import type { Language } from '../../../../../server/contract/errors';
import { formatPercent } from '../../../../platform/format';
import type { Bar } from '../../../../ui/bar';

/**
 * How far a price is from the close of the first bar in sight, as the axis says it. The scale stays one of prices: the
 * library's own percent scale measures every line from its own first figure, so that averages would leave their candles.
 */
export function percentText(price: number, base: number, language: Language): string {
  if (base === 0) return formatPercent(null, language);
  return formatPercent((100 * (price / base - 1)).toFixed(2), language);
}

/** The close of the first bar in sight; 0 where there is none. */
export function percentBase(bars: readonly Bar[], from: number): number {
  const first = bars[Math.max(0, Math.min(bars.length - 1, Math.ceil(from)))];
  return first ? Number(first.close) : 0;
}

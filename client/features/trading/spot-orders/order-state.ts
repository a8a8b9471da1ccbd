import type { TFunction } from 'i18next';
import type { SpotOrderView } from '../../../../server/contract/trading/spot.dto';
import { type DecimalText, fromUnits, toUnits, truncate } from '../../../../server/contract/money';
import { CANCELLED, COMPLETED } from './spot-orders.api';

export type OrderState =
  | 'open'
  | 'partly'
  | 'filled'
  | 'cancelled'
  | 'noLiquidity'
  | 'restCancelled'
  | 'expired'
  | 'byItsStop';

export const TONES = {
  open: 'wait',
  partly: 'wait',
  filled: 'good',
  cancelled: 'off',
  noLiquidity: 'off',
  restCancelled: 'off',
  expired: 'off',
  byItsStop: 'off',
} as const;

/** Why it ended before it was executed whole. */
const ENDS = {
  user: 'cancelled',
  'no-liquidity': 'noLiquidity',
  'immediate-or-cancel': 'restCancelled',
  expired: 'expired',
  'stop-triggered': 'byItsStop',
} as const;

/** How an order stands, in a word. */
export function orderState({ status, filled_amount, reason }: SpotOrderView): OrderState {
  if (status === COMPLETED) return 'filled';
  if (status === CANCELLED) return ENDS[reason ?? 'user'];
  return /[1-9]/.test(filled_amount) ? 'partly' : 'open';
}

/** Executed part of an order in whole percent, cut: 100 only when nothing is left. */
export function filledPercent({ filled_amount: filled, trade_amount: whole }: SpotOrderView): number {
  const all = toUnits(whole);
  return all === 0n ? 0 : Number((toUnits(filled) * 100n) / all);
}

/** What a cancelled order would give back: the quantity that is not executed. */
export function restOf({ filled_amount: filled, trade_amount: whole }: SpotOrderView): DecimalText {
  return fromUnits(toUnits(whole) - toUnits(filled));
}

export function isMarketOrder({ target_price }: SpotOrderView): boolean {
  return !/[1-9]/.test(target_price);
}

/** What kind of order it is, and how long it waits where that is not until it is filled or cancelled. */
export function kindWords(order: SpotOrderView, t: TFunction): string {
  if (isMarketOrder(order)) return t('spot.market');
  const { time_in_force: time } = order;
  if (order.paired_stop_id !== null) return `${t('spot.limit')} · ${t('spot.oco')}`;
  return time === 'gtc' ? t('spot.limit') : `${t('spot.limit')} · ${t(`spot.times.${time}`)}`;
}

/** Decimals of an average that say something: more for what costs little. */
const AVERAGE_DECIMALS = { dear: 4, cheap: 8 };

/** An average price for the eye; null where nothing was executed, which the wire says with a zero. */
export function shownAverage(price: DecimalText | null): DecimalText | null {
  if (price === null || !/[1-9]/.test(price)) return null;
  return truncate(price, price.startsWith('0.') ? AVERAGE_DECIMALS.cheap : AVERAGE_DECIMALS.dear);
}

/** The two codes of a pair, `BTC/USDT`. */
export function codesOf({ symbol }: { symbol: string }): { base: string; quote: string } {
  const [base = '', quote = ''] = symbol.split('/');
  return { base, quote };
}

import type { TFunction } from 'i18next';
import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import type { Language } from '../../../../server/contract/errors';
import { fromUnits, toUnits, UNIT } from '../../../../server/contract/money';
import { rests } from '../../../../server/contract/rules/spot-time.rules';
import { formatDecimal, textDecimals } from '../../../platform/format';
import { formatPrice } from '../../../ui/cut-price';
import { withoutClosingZeros } from '../../../ui/money-text';
import { shownAverage } from '../spot-orders';
import type { Wish } from './spot.api';

type PositionEvent = AccountEventPayload<'order'>;

/** Whether the event tells of this order after whatever the book gave at once. */
export function isOf({ wish, symbol }: { wish: Wish; symbol: string }, event: PositionEvent): boolean {
  const isDemo = wish.type === 'simulation_account';
  if (event.product !== 'spot' || event.market !== symbol || event.side !== wish.side || event.demo !== isDemo)
    return false;
  const isQuantity = wish.quantityOf === 'quote' || isSame(event.quantity ?? null, wish.quantity);
  if (!isQuantity || !isSame(event.limitPrice ?? null, wish.limitPrice)) return false;
  // Of an order that does not wait only the end is told: what the book could not give is gone with it.
  return rests(wish, wish.timeInForce ?? 'gtc') || event.state !== 'open';
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : toUnits(one) === toUnits(other);
}

interface Reader {
  language: Language;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** What was bought or sold, at which average and for which fee; null where nothing was yet and something may be. */
export function fillWords(event: PositionEvent, t: TFunction, { language, decimals }: Reader): string | null {
  const { filled = '0', amount = '0', fee = '0', quantity = '0', market, side = 'buy' } = event;
  if (toUnits(filled) === 0n) return event.state === 'cancelled' ? t('spot.nothingTaken') : null;
  const [base = '', quote = ''] = market.split('/');
  const average = shownAverage(fromUnits((toUnits(amount) * UNIT) / toUnits(filled)));
  const figures = {
    base,
    quote,
    quantity: formatDecimal(withoutClosingZeros(filled), language),
    price: formatPrice(average, language, decimals),
    fee: formatDecimal(fee, language, textDecimals(fee)),
  };
  const words = t(side === 'buy' ? 'spot.bought' : 'spot.sold', figures);
  if (toUnits(filled) === toUnits(quantity)) return words;
  if (event.state === 'open') return `${words} ${t('spot.restWaits')}`;
  return `${words} ${t(event.limitPrice == null ? 'spot.restGone' : 'spot.restEnded')}`;
}

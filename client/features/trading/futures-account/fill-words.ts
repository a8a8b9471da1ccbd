import type { TFunction } from 'i18next';
import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import type { Language } from '../../../../server/contract/errors';
import { formatDecimal, textDecimals } from '../../../platform/format';
import { type AwaitedEvent, awaitEvent } from '../../../platform/awaited-event';
import { formatPrice } from '../../../ui/cut-price';
import { toast } from '../../../ui/toast';
import { lotsWords } from '../liquidation';
import type { OrderWish } from './futures.api';
import { unitsOf } from './units';

export type PositionEvent = AccountEventPayload<'position'>;

/** There is more to read in a report than in a word. */
const REPORT_MS = 6000;

/** Whether the event tells that this order was filled just now. */
export function isOpeningOf(wish: OrderWish, symbol: string, demo: boolean, position: PositionEvent): boolean {
  return (
    position.demo === demo &&
    position.market === symbol &&
    position.side === wish.side &&
    position.priceType === (wish.limitPrice === null ? 'market' : 'limit') &&
    position.lotsOrdered === wish.lots &&
    position.leverage === wish.leverage &&
    position.openedAt !== null &&
    position.createdAt === position.updatedAt
  );
}

/** Whether the event tells that this order, which only reduces, has closed lots just now. */
export function isReductionOf(wish: OrderWish, symbol: string, demo: boolean, position: PositionEvent): boolean {
  return position.demo === demo && position.market === symbol && position.side !== wish.side && position.fill !== null;
}

interface Reader {
  language: Language;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** What was opened, at which price and for which fee. */
export function openedWords(position: PositionEvent, t: TFunction, { language, decimals }: Reader): string {
  return t('futures.openedReport', {
    side: t(`futures.${position.side}`),
    lots: lotsWords(position.lots, t, language),
    price: formatPrice(position.entryPrice, language, decimals),
    fee: formatDecimal(position.fee, language, textDecimals(position.fee)),
    quote: unitsOf(position).quote,
  });
}

/** What was closed just now, at which price, with which result; null for an event of something else. */
export function closedWords(position: PositionEvent, t: TFunction, { language, decimals }: Reader): string | null {
  if (!position.fill) return null;
  const { lots, price, profit, fee } = position.fill;
  const sign = /^-|^[0.]*$/.test(profit) ? '' : '+';
  return t('futures.closedReport', {
    lots: lotsWords(lots, t, language),
    price: formatPrice(price, language, decimals),
    profit: `${sign}${formatDecimal(profit, language, textDecimals(profit))}`,
    fee: formatDecimal(fee, language, textDecimals(fee)),
    quote: unitsOf(position).quote,
  });
}

/** Follows the events of positions while a command is sent, to say what it did. */
export class FillReport {
  private readonly awaited: AwaitedEvent<'position'> = awaitEvent('position');

  /** Says what the event that matches tells; the server's words where none comes. */
  async say(
    words: string,
    match: (position: PositionEvent) => boolean,
    report: (position: PositionEvent) => string | null,
  ): Promise<void> {
    const event = await this.awaited.first(match);
    this.awaited.end();
    const said = event && report(event);
    toast(said ?? words, said ? REPORT_MS : undefined);
  }

  /** There is nothing to say. */
  drop(): void {
    this.awaited.end();
  }
}

import type { TFunction } from 'i18next';
import type { AccountEventPayload } from '../../../../server/contract/events.dto';
import type { Language } from '../../../../server/contract/errors';
import { formatDecimal, textDecimals } from '../../../platform/format';
import { type ToldOf, toldOf } from '../../../platform/told-of';
import { formatPrice } from '../../../ui/cut-price';
import { toast } from '../../../ui/toast';
import { lotsWords } from '../liquidation';
import type { OrderWish } from './futures.api';
import { unitsOf } from './units';

export type Told = AccountEventPayload<'position'>;

/** There is more to read in a report than in a word. */
const REPORT_MS = 6000;

/** Whether the event tells that this order was filled just now. */
export function isOpeningOf(wish: OrderWish, symbol: string, demo: boolean, told: Told): boolean {
  return (
    told.demo === demo &&
    told.market === symbol &&
    told.side === wish.side &&
    told.priceType === (wish.limitPrice === null ? 'market' : 'limit') &&
    told.lotsOrdered === wish.lots &&
    told.leverage === wish.leverage &&
    told.openedAt !== null &&
    told.createdAt === told.updatedAt
  );
}

/** Whether the event tells that this order, which only reduces, has closed lots just now. */
export function isReductionOf(wish: OrderWish, symbol: string, demo: boolean, told: Told): boolean {
  return told.demo === demo && told.market === symbol && told.side !== wish.side && told.fill !== null;
}

interface Reader {
  language: Language;
  /** Of the market's prices. */
  decimals: number | undefined;
}

/** What was opened, at which price and for which fee. */
export function openedWords(told: Told, t: TFunction, { language, decimals }: Reader): string {
  return t('futures.openedReport', {
    side: t(`futures.${told.side}`),
    lots: lotsWords(told.lots, t, language),
    price: formatPrice(told.entryPrice, language, decimals),
    fee: formatDecimal(told.fee, language, textDecimals(told.fee)),
    quote: unitsOf(told).quote,
  });
}

/** What was closed just now, at which price, with which result; null for an event of something else. */
export function closedWords(told: Told, t: TFunction, { language, decimals }: Reader): string | null {
  if (!told.fill) return null;
  const { lots, price, profit, fee } = told.fill;
  const sign = /^-|^[0.]*$/.test(profit) ? '' : '+';
  return t('futures.closedReport', {
    lots: lotsWords(lots, t, language),
    price: formatPrice(price, language, decimals),
    profit: `${sign}${formatDecimal(profit, language, textDecimals(profit))}`,
    fee: formatDecimal(fee, language, textDecimals(fee)),
    quote: unitsOf(told).quote,
  });
}

/** Follows what is told of positions while a command is sent, to say what it did. */
export class FillReport {
  private readonly told: ToldOf<'position'> = toldOf('position');

  /** Says what the event that matches tells; the server's words where none comes. */
  async say(words: string, match: (told: Told) => boolean, report: (told: Told) => string | null): Promise<void> {
    const event = await this.told.first(match);
    this.told.end();
    const said = event && report(event);
    toast(said ?? words, said ? REPORT_MS : undefined);
  }

  /** There is nothing to say. */
  drop(): void {
    this.told.end();
  }
}

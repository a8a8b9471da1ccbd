import { useState } from 'react';
import { credit, Decimal } from '../../../../server/contract/decimal';
import type { SpotDeskView } from '../../../../server/contract/trading/spot.dto';
import { usePreferences } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { useFromNow } from '../../../platform/use-now';
import { secondsTooOld } from '../../../ui/age';
import { readTypedAmount, typedAs } from '../../../ui/typed-amount';
import { tickPrice } from '../order-keys';
import { type Book, EMPTY_TICKET, isByAmount, quantityOfShare, stepPrice, type Ticket } from './ticket';

export interface TicketActs {
  ticket: Ticket;
  /** The price is the market's, as it was when the ticket began with it. */
  isPricePrefilled: boolean;
  /** It is, and the market has left it since, a while ago. */
  isPriceLeft: boolean;
  change: (part: Partial<Ticket>) => void;
  /** Begins with a side. A price that is still the market's is the one of now. */
  open: (side: Ticket['side']) => void;
  /** A price that is still the market's becomes the one of now, where nothing was entered that goes by it. */
  freshen: () => void;
  /** Takes a price of the book. */
  take: (price: string) => void;
  step: (direction: 1 | -1) => void;
  /** So many ticks up, or down below zero. Answers the new price; null: there is none to go from. */
  tick: (count: number) => string | null;
  share: (percent: number) => void;
  /** The order is placed: its quantity is used up, its price and kind stay. */
  clear: () => void;
}

/** What is entered into the ticket. A quantity that was taken as a part follows the price and the side. */
export function useTicket(desk: SpotDeskView, book: Book, last: string | null): TicketActs {
  const { language } = usePreferences();
  const typed = (amount: string | null) => (amount === null ? '' : typedAs(amount, language));
  const [ticket, setTicket] = useState<Ticket>(() => ({ ...EMPTY_TICKET, price: typed(last) }));
  const { isPrefilled, prefill, ...prefilled } = usePrefilled(ticket.price, typed(last));
  const read = (text: string) => readTypedAmount(text, language);

  /** A part of nothing leaves the field empty: no zero is asked for. */
  const some = (quantity: string) => (/[1-9]/.test(quantity) ? typed(quantity) : '');
  const quantityFor = (next: Ticket): string | null => {
    if (isByAmount(next) && next.side === 'buy') return some(partOf(desk.balance, next.percent, desk.quote_scale));
    const limitPrice = next.kind === 'limit' ? read(next.price) : null;
    if (next.side === 'buy' && next.kind === 'limit' && (limitPrice === null || !/[1-9]/.test(limitPrice))) return null;
    const quantity = quantityOfShare({
      side: next.side,
      percent: next.percent,
      available: next.side === 'buy' ? desk.balance : desk.sellable_balance,
      limitPrice,
      book,
      terms: { feeRatio: desk.fee_ratio, quoteScale: desk.quote_scale },
      scales: { price: desk.price_scale, quantity: desk.quantity_scale },
    });
    return quantity === null ? null : some(quantity);
  };

  const change = (part: Partial<Ticket>) =>
    setTicket((before) => {
      const next = { ...before, ...part };
      // A number of coins is none of another currency, and a part of one's coins is a number of coins.
      if (isByAmount(next) !== isByAmount(before)) next.quantity = '';
      if (isByAmount(next) && next.side === 'sell' && next.percent > 0) next.percent = 0;
      if (part.quantity !== undefined) return { ...next, percent: 0 };
      return next.percent > 0 ? { ...next, quantity: quantityFor(next) ?? next.quantity } : next;
    });

  return {
    ticket,
    isPricePrefilled: ticket.price !== '' && isPrefilled,
    isPriceLeft: ticket.price !== '' && prefilled.isLeft,
    change,
    open: (side) => {
      const isNow = last !== null && isPrefilled;
      if (isNow) prefill(typed(last));
      change({ side, ...(isNow && { price: typed(last) }) });
    },
    freshen: () => {
      const isUsed = ticket.quantity !== '' || ticket.percent > 0;
      if (last === null || !isPrefilled || isUsed) return;
      prefill(typed(last));
      change({ price: typed(last) });
    },
    take: (price) => change({ kind: 'limit', price: typed(price) }),
    step: (direction) => {
      const price = read(ticket.price) ?? last;
      if (price !== null)
        change({ price: typed(ticket.price === '' ? price : stepPrice(price, desk.price_scale, direction)) });
    },
    tick: (count) => {
      const price = read(ticket.price) ?? last;
      if (ticket.kind !== 'limit' || price === null) return null;
      const next = tickPrice(price, desk.price_scale, count);
      change({ price: typed(next) });
      return next;
    },
    share: (percent) => {
      // A limit order without a price begins with the market's.
      const price = ticket.kind === 'limit' && ticket.price === '' ? typed(last) : ticket.price;
      const unit = ticket.side === 'sell' ? 'base' : ticket.unit;
      const next = { ...ticket, price, percent, unit };
      if (price !== ticket.price) prefill(price);
      setTicket({ ...next, quantity: percent === 0 ? '' : (quantityFor(next) ?? ticket.quantity) });
    },
    clear: () => setTicket((before) => ({ ...before, quantity: '', percent: 0, takeProfit: '', stopLoss: '' })),
  };
}

/** Whether a price is still the market's of before, and whether the market has left that one a while ago. */
function usePrefilled(price: string, market: string) {
  const [prefilled, setPrefilled] = useState(price);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isPrefilled = price === prefilled;
  const isAway = isPrefilled && market !== price;
  if (isAway !== (leftAt !== null)) setLeftAt(isAway ? serverNow() : null);
  const isLongAgo = useFromNow((now) => leftAt !== null && secondsTooOld(leftAt, now) !== null);
  return {
    isPrefilled,
    isLeft: isAway && isLongAgo,
    prefill: setPrefilled,
  };
}

function partOf(balance: string, percent: number, scale: number): string {
  return credit(new Decimal(balance).times(percent).dividedBy(100), scale);
}

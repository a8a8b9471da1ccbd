import { useState } from 'react';
import type { FuturesPositionsView, FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import type { Language } from '../../../../server/contract/errors';
import type { DecimalText } from '../../../../server/contract/money';
import { useLanguage } from '../../../platform/preferences';
import { readTypedAmount } from '../../../ui/typed-amount';
import {
  lotsForAmount,
  type OrderWish,
  problemsOf,
  type TicketProblems,
  ticketPrice,
  type TicketValues,
  wishOf,
} from '../futures-account';

/** Of what the product offers the one that is nearest to this is chosen at first. */
const FIRST_LEVERAGE = 5;

export interface Ticket {
  /** The lots are those that the amount comes to, where one is entered. */
  values: TicketValues;
  change: (part: Partial<TicketValues>) => void;
  /** What the order has for a price before the server is asked: its limit, or the last one. */
  price: DecimalText | null;
  /** Lots that stay as they are while the price that they were counted at goes on; null: they follow it. */
  held: string | null;
  /** Holds lots until it is called with null, or anything is changed. */
  hold: (lots: string | null) => void;
  /** What was typed and is wrong. */
  problems: TicketProblems;
  /** Null while something is wrong. */
  wish: OrderWish | null;
}

export interface Opening {
  /** The side whose button opened the ticket; `same`: it has the one that it had, as where a price was taken into it; null while it is shut. */
  opened: 'long' | 'short' | 'same' | null;
  /** Nothing can be opened now, whatever was chosen before. */
  onlyReduces?: boolean;
  /** What the future was traded at last; null: not known. */
  last: DecimalText | null;
}

/** The order that is being made up. What was typed lives as long as the page, whatever becomes of the sheet. */
export function useTicket(
  product: FuturesProductView,
  ids: Pick<OrderWish, 'baseId' | 'quoteId'>,
  terms: Pick<FuturesPositionsView, 'marginMode' | 'newUntil'>,
  { opened, onlyReduces = false, last }: Opening,
): Ticket {
  const language = useLanguage();
  const [typed, setTyped] = useState<Partial<TicketValues>>({});
  const [held, hold] = useState<string | null>(null);
  const [openedBefore, setOpenedBefore] = useState<typeof opened>(null);
  if (opened !== openedBefore) {
    setOpenedBefore(opened);
    if (opened === 'long' || opened === 'short') setTyped((before) => ({ ...before, side: opened }));
  }
  const entered: TicketValues = {
    side: 'long',
    priceType: 'market',
    limit: '',
    lots: '1',
    amount: null,
    leverage: firstLeverage(product, terms.newUntil),
    marginMode: terms.marginMode,
    hasStops: false,
    takeProfit: '',
    takeProfitSource: 'last',
    stopLoss: '',
    stopLossSource: 'mark',
    reduceOnly: false,
    ...typed,
  };
  const price = ticketPrice(entered, last, language);
  const counted = lotsOf(entered, price, product, language);
  const values = counted === null ? { ...entered, amount: null } : { ...entered, lots: held ?? counted };
  // An order that only reduces has lots and no amount: those that the amount came to.
  const reducing = { reduceOnly: true, ...(counted && { lots: values.lots }) };
  // It stays so when opening is possible again: what was about to be closed never turns into something opened by itself.
  if (onlyReduces && typed.reduceOnly !== true) setTyped((before) => ({ ...before, ...reducing }));
  return {
    values,
    change: (part) => {
      hold(null);
      setTyped((before) => ({ ...before, ...(part.reduceOnly && reducing), ...part }));
    },
    price,
    held,
    hold,
    problems: problemsOf(values, product, language),
    wish: wishOf(values, ids, product, language),
  };
}

/** What the amount comes to in lots; null where lots are entered themselves, as of every order that only reduces. */
function lotsOf(
  { amount, reduceOnly }: TicketValues,
  price: DecimalText | null,
  product: FuturesProductView,
  language: Language,
): string | null {
  if (amount === null || reduceOnly) return null;
  const read = readTypedAmount(amount, language);
  return read === null || price === null ? '' : lotsForAmount(read, price, product);
}

function firstLeverage({ leverages, newAccountLeverage }: FuturesProductView, newUntil: number | null): number {
  const most = newUntil === null ? FIRST_LEVERAGE : Math.min(FIRST_LEVERAGE, newAccountLeverage);
  return leverages.filter((leverage) => leverage <= most).at(-1) ?? leverages[0] ?? 1;
}

import { useRef, useState } from 'react';
import type { OptionOrderView, OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { CallFailed, isLastWord } from '../../../platform/api';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { buyOption, type OptionWish } from '../option-orders';

export type PurchaseProblem =
  /** Nothing was bought; a new quote is on its way. */
  | { kind: 'moved' | 'expired' }
  /** Nobody knows yet whether it was bought. */
  | { kind: 'unknown' }
  | { kind: 'unverified' }
  | { kind: 'refused'; failure: CallFailed };

/** What is bought, and which opening of the sheet it is. */
interface Order {
  opening: number;
  wish: OptionWish;
}

interface Acts {
  onBought: (order: OptionOrderView) => void;
  /** The quote is of no use any more. */
  onRenew: () => void;
}

export interface Purchase {
  busy: boolean;
  problem: PurchaseProblem | null;
  /** The quote of a try that is open: it and its key stay until the server has decided. Null when none is. */
  held: OptionQuoteView | null;
  buy: (quote: OptionQuoteView, acts: Acts) => void;
}

export interface Purchases {
  busy: boolean;
  of: (order: Order) => Purchase;
}

interface OpenTry {
  intent: string;
  quote: OptionQuoteView;
  isUnknown: boolean;
  /** The opening in which it was bought: over for every other one. */
  boughtIn: number | null;
}

/**
 * Buys once, however often it is asked to: a try whose outcome is not known is repeated with its own key and quote.
 * Whoever holds this outlives the sheet, so that closing it forgets no try.
 */
export function usePurchases(): Purchases {
  const { busy, run, held } = useAtMostOnce<OptionQuoteView>();
  const [open, setOpen] = useState<OpenTry | null>(null);
  const [refusal, setRefusal] = useState<{ opening: number; problem: PurchaseProblem } | null>(null);
  // While the sheet goes down after a purchase, a second press must not buy a second order.
  const bought = useRef<number | null>(null);

  const fail = (failure: CallFailed, attempt: OpenTry, opening: number, onRenew: () => void) => {
    const { kind, code } = failure;
    if (!isLastWord(failure, attempt.isUnknown)) return setOpen({ ...attempt, isUnknown: true });
    setOpen(null);
    setRefusal(null);
    if (kind === 'session') return undefined;
    if (kind === 'unverified') return setRefusal({ opening, problem: { kind: 'unverified' } });
    if (code === 'options.price-moved' || code === 'options.quote-expired') {
      setRefusal({ opening, problem: { kind: code === 'options.price-moved' ? 'moved' : 'expired' } });
    } else setRefusal({ opening, problem: { kind: 'refused', failure } });
    return onRenew();
  };
  const buy = async ({ opening, wish }: Order, attempt: OpenTry, { onBought, onRenew }: Acts) => {
    if (busy || bought.current === opening) return;
    setOpen(attempt);
    try {
      const send = ({ quoteId }: OptionQuoteView, key: string) => buyOption(wish, quoteId, key);
      const order = await run({ intent: attempt.intent, content: attempt.quote, send });
      if (order === undefined) return;
      bought.current = opening;
      setRefusal(null);
      setOpen({ ...attempt, isUnknown: false, boughtIn: opening });
      onBought(order);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      fail(error, attempt, opening, onRenew);
    }
  };
  const of = (order: Order): Purchase => {
    const { opening, wish } = order;
    const intent = JSON.stringify(wish);
    const isOver = open !== null && open.boughtIn !== null && open.boughtIn !== opening;
    // A try of before stays open whatever else was bought since.
    const stored = held(intent);
    const before = stored && { intent, quote: stored, isUnknown: true, boughtIn: null };
    const own = open?.intent === intent && !isOver ? open : before;
    const problem = refusal?.opening === opening ? refusal.problem : null;
    return {
      busy: busy || own?.boughtIn === opening,
      problem: own?.isUnknown ? { kind: 'unknown' } : problem,
      held: own?.quote ?? null,
      buy: (quote, acts) => void buy(order, own ?? { intent, quote, isUnknown: false, boughtIn: null }, acts),
    };
  };
  return { busy, of };
}

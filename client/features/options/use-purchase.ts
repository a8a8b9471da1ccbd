import { useRef, useState } from 'react';
import type { OptionOrderView, OptionQuoteView } from '../../../server/contract/trading/options.dto';
import { CallFailed } from '../../platform/api';
import { newIdempotencyKey } from '../../platform/idempotency-key';
import { buyOption, type OptionWish } from '../option-orders';

export type PurchaseProblem =
  /** Nothing was bought; a new quote is on its way. */
  | { kind: 'moved' | 'expired' }
  /** Nobody knows yet whether it was bought. */
  | { kind: 'unknown' }
  | { kind: 'unverified' }
  | { kind: 'refused'; failure: CallFailed };

interface Acts {
  /** Whether a try is open. The caller keeps it, because the quote stands still meanwhile. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onBought: (order: OptionOrderView) => void;
  /** The quote is of no use any more. */
  onRenew: () => void;
}

export interface Purchase {
  busy: boolean;
  problem: PurchaseProblem | null;
  /** Whether a try is open: its quote and key stay until the server has decided. */
  isOpen: boolean;
  buy: (quote: OptionQuoteView) => void;
  forget: () => void;
}

/** Buys once, however often it is asked to: a try whose outcome is not known is repeated with its own key and quote. */
export function usePurchase(wish: OptionWish, { isOpen, onOpen, onBought, onRenew }: Acts): Purchase {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PurchaseProblem | null>(null);
  const running = useRef(false);
  const open = useRef<{ quoteId: string; key: string } | null>(null);

  const decided = () => {
    open.current = null;
    onOpen(false);
  };
  const fail = (failure: CallFailed) => {
    const { kind, code } = failure;
    if (kind === 'unreachable' || kind === 'timeout' || code === 'request.outcome-unknown') {
      setProblem({ kind: 'unknown' });
      return;
    }
    decided();
    if (kind === 'session') return;
    if (kind === 'unverified') return setProblem({ kind: 'unverified' });
    if (code === 'options.price-moved' || code === 'options.quote-expired') {
      setProblem({ kind: code === 'options.price-moved' ? 'moved' : 'expired' });
    } else setProblem({ kind: 'refused', failure });
    onRenew();
  };
  const buy = async (quote: OptionQuoteView) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    onOpen(true);
    open.current ??= { quoteId: quote.quoteId, key: newIdempotencyKey() };
    try {
      const order = await buyOption(wish, open.current.quoteId, open.current.key);
      setProblem(null);
      // It stays held and busy: while the sheet goes down a second press must not buy a second order.
      onBought(order);
    } catch (error) {
      running.current = false;
      setBusy(false);
      if (!(error instanceof CallFailed)) throw error;
      fail(error);
    }
  };
  return { busy, problem, isOpen, buy: (quote) => void buy(quote), forget: () => setProblem(null) };
}

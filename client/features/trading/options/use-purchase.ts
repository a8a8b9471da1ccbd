import { useRef, useState } from 'react';
import type { OptionOrderView, OptionQuoteView } from '../../../../server/contract/trading/options.dto';
import { CallFailed } from '../../../platform/api';
import { isOutcomeUnknown, useAtMostOnce } from '../../../platform/use-at-most-once';
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
  const [problem, setProblem] = useState<PurchaseProblem | null>(null);
  const { busy, run } = useAtMostOnce<string>();
  // While the sheet goes down after a purchase, a second press must not buy a second order.
  const [isBought, setBought] = useState(false);
  const bought = useRef(false);

  const fail = (failure: CallFailed) => {
    const { kind, code } = failure;
    if (isOutcomeUnknown(failure)) {
      setProblem({ kind: 'unknown' });
      return;
    }
    onOpen(false);
    if (kind === 'session') return;
    if (kind === 'unverified') return setProblem({ kind: 'unverified' });
    if (code === 'options.price-moved' || code === 'options.quote-expired') {
      setProblem({ kind: code === 'options.price-moved' ? 'moved' : 'expired' });
    } else setProblem({ kind: 'refused', failure });
    onRenew();
  };
  const buy = async (quote: OptionQuoteView) => {
    if (bought.current) return;
    onOpen(true);
    try {
      const send = (quoteId: string, key: string) => buyOption(wish, quoteId, key);
      const order = await run({ intent: 'buy', content: quote.quoteId, send });
      if (order === undefined) return;
      bought.current = true;
      setBought(true);
      setProblem(null);
      onBought(order);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      fail(error);
    }
  };
  return { busy: busy || isBought, problem, isOpen, buy: (quote) => void buy(quote), forget: () => setProblem(null) };
}

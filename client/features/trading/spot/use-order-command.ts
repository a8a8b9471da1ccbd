import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, isLastWord, isPassing, isUnanswered } from '../../../platform/api';
import { useLanguage } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { sessionUserId } from '../../../platform/session';
import { type AwaitedEvent, awaitEvent } from '../../../platform/awaited-event';
import { useSubmission } from '../../../platform/use-submission';
import { toast } from '../../../ui/toast';
import { fillWords, isOf } from './fill-words';
import { placeOrder, type Placing, type Wish } from './spot.api';

const AGAIN_AFTER_MS = 2000;
/** For so long it is asked what became of an order before the user is told that nobody knows: a phone may sleep in between. */
const FIND_OUT_MS = 60_000;
const MOST_TRIES = 30;

interface Command extends Pick<Placing, 'worstPrice' | 'worstFeeRatio'> {
  wish: Wish;
}

export interface OrderCommand {
  busy: boolean;
  /** Nobody knows what became of the order; it is being found out. */
  checking: boolean;
  /** A refusal, in words. */
  problem: string | null;
  submit: (command: Command) => void;
  /** The bounds that a press sends, because nobody knows what became of the same order before; null: those that are shown. */
  held: (wish: Wish) => Command | null;
  /** Forgets the refusal. */
  clear: () => void;
}

/** There is more to read in a report than in a word. */
const REPORT_MS = 6000;

interface Options {
  /** Of the pair, `BTC/USDT`. */
  symbol: string;
  /** Of its prices. */
  priceDecimals: number;
  onDone: () => void;
  /** The book has moved beyond the worst price that was agreed to. */
  onMoved: (wish: Wish) => void;
  /** The fee is higher by now than the one that was agreed to. */
  onDearer: (wish: Wish) => void;
}

/** No field of the ticket is to blame: every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

/**
 * Places an order once, however often the button is pressed. While nobody knows what became of it, the same command is
 * sent again under the same key: the server then says what it did the first time, or does it now.
 */
export function useOrderCommand({ symbol, priceDecimals, onDone, onMoved, onDearer }: Options): OrderCommand {
  const { t } = useTranslation();
  const language = useLanguage();
  const [checking, setChecking] = useState(false);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const send = async ({ wish, ...bounds }: Command, key: string) => {
    const awaited = awaitEvent('order');
    try {
      const words = await decided(key, (isAutomatic) => placeOrder(wish, { ...bounds, key, isAutomatic }));
      onDone();
      void report(awaited, wish, words);
    } catch (error) {
      const code = error instanceof CallFailed ? error.code : null;
      if (code === 'spot.price-moved') onMoved(wish);
      if (code === 'spot.fee-raised') onDearer(wish);
      awaited.end();
      throw error;
    } finally {
      setChecking(false);
    }
  };

  /** Says what the order did; in the server's words, where its event does not come or it has done nothing yet. */
  const report = async (awaited: AwaitedEvent<'order'>, wish: Wish, words: string) => {
    const event = await awaited.first((payload) => isOf({ wish, symbol }, payload));
    awaited.end();
    const filled = event && fillWords(event, t, { language, decimals: priceDecimals });
    toast(filled ?? words, filled ? REPORT_MS : undefined);
  };

  /**
   * Sends until there is an answer. Whoever leaves the page leaves the rest to the order list; nothing is sent for somebody else
   * who has logged in meanwhile, nor long after the decision.
   */
  const decided = async (key: string, place: (isAutomatic: boolean) => Promise<string>): Promise<string> => {
    const user = sessionUserId();
    const until = serverNow() + FIND_OUT_MS;
    const isOver = () => gone.current || sessionUserId() !== user || serverNow() >= until;
    let isOpen = isUnanswered(key);
    for (let tries = 1; ; tries += 1) {
      try {
        return await place(tries > 1);
      } catch (error) {
        isOpen = !isLastWord(error, isOpen);
        if (!isOpen) throw error;
        const isWorthAnother = isPassing(error) && tries < MOST_TRIES && !isOver();
        if (isWorthAnother) {
          setChecking(true);
          await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
        }
        // Whatever this try was refused for: what became of an earlier one is what its user has to know.
        if (!isWorthAnother || isOver()) throw new CallFailed('refused', t('spot.unknown'), 'request.outcome-unknown');
      }
    }
  };
  // The worst price follows the book, and the fee what was read last: the same order at others is still the same decision.
  const intentOf = ({ wish }: Command) => JSON.stringify(wish);
  const { busy, problem, submit, held, clear } = useSubmission<Command>(NO_FIELDS, {
    form: 'spot-order',
    send,
    intentOf,
  });
  return {
    busy,
    checking,
    problem,
    submit,
    held: (wish) => held({ wish, worstPrice: null, worstFeeRatio: '0' }),
    clear,
  };
}

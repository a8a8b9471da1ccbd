import type { Tapped } from '../../../ui/use-one-tap';
import { useState } from 'react';
import type { Wish } from './spot.api';
import type { Order } from './use-order';

/** Which order is looked at for the last time, and whether it then goes by itself. */
export function useConfirming({ wish, refusal }: Order, obstacle: string | null) {
  const [tried, setTried] = useState(false);
  const [confirming, setConfirming] = useState<Wish | null>(null);
  const [tappedAt, setTappedAt] = useState<Tapped | null>(null);
  const leave = () => setConfirming(null);
  return {
    tried,
    confirming,
    tappedAt,
    submit: (at: Tapped | null = null) => {
      setTried(true);
      setTappedAt(at);
      if (wish !== null && refusal === null && obstacle === null) setConfirming(wish);
    },
    leave,
    end: () => {
      leave();
      setTried(false);
    },
  };
}

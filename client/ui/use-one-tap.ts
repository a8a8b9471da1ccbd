import { type MouseEvent, useEffect, useRef } from 'react';
import { useOneTap } from '../platform/one-tap';
import { steadyNow } from '../platform/server-clock';

/** What takes longer to be known than this is asked about: the user may have turned to something else. */
const AT_ONCE_MS = 2000;

interface Tap {
  /** Of the button. */
  onClick: (event: MouseEvent) => void;
  /**
   * When it was pressed by a finger or a mouse, with one tap switched on (`steadyNow`); null otherwise. Asked when the form is
   * submitted, and once.
   */
  take: () => number | null;
}

/**
 * Tells a press of a form's button from Enter in a field, which always leads to the confirmation. So does the second press of a
 * double click: the first may have been sent already, and the form be ready for another order.
 */
export function useTap(): Tap {
  const isOn = useOneTap();
  const tappedAt = useRef<number | null>(null);
  return {
    onClick: (event) => {
      tappedAt.current = event.detail === 1 ? steadyNow() : null;
    },
    take: () => {
      const at = tappedAt.current;
      tappedAt.current = null;
      return isOn ? at : null;
    },
  };
}

interface Sending {
  /** When the order was tapped that the confirmation is open for; null: it was not, or nothing is open. */
  tappedAt: number | null;
  /** There is a preview, or a reason why there is none. */
  isKnown: boolean;
  /** Nothing stands in the way of what the preview says. */
  isClear: boolean;
  send: () => void;
}

/**
 * Presses the confirmation's button for whoever has asked for one tap: once for each tap, with the first thing that is known,
 * and only if that comes at once after the tap and nothing stands in the way. Otherwise the confirmation waits as ever.
 */
export function useSendAtOnce({ tappedAt, isKnown, isClear, send }: Sending): void {
  const decidedOf = useRef<number | null>(null);
  useEffect(() => {
    if (tappedAt === null || !isKnown || decidedOf.current === tappedAt) return;
    decidedOf.current = tappedAt;
    if (isClear && steadyNow() - tappedAt <= AT_ONCE_MS) send();
  });
}

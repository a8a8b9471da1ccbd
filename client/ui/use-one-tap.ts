import { type MouseEvent, useEffect, useRef } from 'react';
import { useOneTap } from '../platform/one-tap';

/** What takes longer to be known than this is asked about: the user may have turned to something else. */
const AT_ONCE_MS = 2000;

interface Tap {
  /** Of the button. */
  onClick: (event: MouseEvent) => void;
  /** Whether it was pressed by a finger or a mouse, with one tap switched on. Asked when the form is submitted, and once. */
  take: () => boolean;
}

/** Tells a press of a form's button from Enter in a field, which always leads to the confirmation. */
export function useTap(): Tap {
  const isOn = useOneTap();
  const isTapped = useRef(false);
  return {
    onClick: (event) => {
      isTapped.current = event.detail > 0;
    },
    take: () => {
      const tapped = isTapped.current;
      isTapped.current = false;
      return isOn && tapped;
    },
  };
}

interface Sending {
  /** The confirmation is open for an order that was sent with one tap. */
  isAsked: boolean;
  /** There is a preview, or a reason why there is none. */
  isKnown: boolean;
  /** Nothing stands in the way of what the preview says. */
  isClear: boolean;
  send: () => void;
}

/**
 * Presses the confirmation's button for whoever has asked for one tap: once for each opening, with the first thing that is
 * known, and only if that comes at once and nothing stands in the way. Otherwise the confirmation waits as ever.
 */
export function useSendAtOnce({ isAsked, isKnown, isClear, send }: Sending): void {
  const since = useRef<number | null>(null);
  const isDecided = useRef(false);
  useEffect(() => {
    if (!isAsked) {
      since.current = null;
      isDecided.current = false;
      return;
    }
    since.current ??= performance.now();
    if (!isKnown || isDecided.current) return;
    isDecided.current = true;
    if (isClear && performance.now() - since.current <= AT_ONCE_MS) send();
  });
}

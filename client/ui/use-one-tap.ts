import { type MouseEvent, useEffect, useRef } from 'react';
import { useOneTap } from '../platform/one-tap';
import { serverNow, steadyNow } from '../platform/server-clock';

/** What takes longer to be known than this is asked about: the user may have turned to something else. */
const AT_ONCE_MS = 2000;

/** When something was tapped, by the clock that never jumps and by the one that goes on while the device sleeps; milliseconds. */
export interface Tapped {
  steady: number;
  wall: number;
}

/** When the page was last out of sight; whoever tapped before that does not look at it any more. */
let leftAt = Number.NEGATIVE_INFINITY;
if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    leftAt = steadyNow();
  });

interface Tap {
  /** Of the button. */
  onClick: (event: MouseEvent) => void;
  /**
   * When it was pressed by a finger or a mouse, with one tap switched on; null otherwise. Asked when the form is submitted, and
   * once.
   */
  take: () => Tapped | null;
}

/**
 * Tells a press of a form's button from Enter in a field, which always leads to the confirmation. The second press of a double click
 * is none: the first may have been sent already, and the form be ready for another order.
 */
export function useTap(): Tap {
  const isOn = useOneTap();
  const tappedAt = useRef<Tapped | null>(null);
  return {
    onClick: (event) => {
      if (isOn && event.detail > 1) return event.preventDefault();
      tappedAt.current = event.detail === 1 ? { steady: steadyNow(), wall: serverNow() } : null;
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
  tappedAt: Tapped | null;
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
  const decidedOf = useRef<Tapped | null>(null);
  useEffect(() => {
    if (tappedAt === null || !isKnown || decidedOf.current === tappedAt) return;
    decidedOf.current = tappedAt;
    if (isClear && isAtOnce(tappedAt)) send();
  });
}

function isAtOnce({ steady, wall }: Tapped): boolean {
  const lasted = Math.max(steadyNow() - steady, Math.abs(serverNow() - wall));
  return lasted <= AT_ONCE_MS && leftAt < steady;
}

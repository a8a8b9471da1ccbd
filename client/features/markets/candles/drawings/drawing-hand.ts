import type { Point } from './drawing-shape';

/** What is done with what the pointer and the keyboard do on the chart. */
export interface HandListeners {
  /** Whether anything may be taken hold of. */
  isBusy: () => boolean;
  hasTool: () => boolean;
  /** Whether something is held from here on; the chart and the page are not moved then. */
  press: (point: Point, reach: number) => boolean;
  drag: (point: Point) => void;
  release: (point: Point, isTap: boolean) => void;
  hover: (point: Point) => void;
  cancel: () => boolean;
  remove: () => void;
}

const REACH = { mouse: 6, touch: 14 };
const TAP_MOVES_MOST = 6;

/**
 * The pointer on a chart while something is drawn or moved. It stands before the chart's own listeners, and holds the page
 * still only while something is held, so that a swipe beside it scrolls as ever.
 */
export class DrawingHand {
  private host: HTMLElement | null = null;
  private held: { pointer: number; from: Point; isTap: boolean } | null = null;

  constructor(private readonly listeners: HandListeners) {}

  attach(host: HTMLElement): void {
    this.host = host;
    host.addEventListener('pointerdown', this.down, true);
    host.addEventListener('pointermove', this.move, true);
    host.addEventListener('pointerup', this.up, true);
    host.addEventListener('pointercancel', this.lost, true);
    host.addEventListener('touchstart', this.still, { capture: true, passive: false });
    host.addEventListener('mousedown', this.still, true);
    window.addEventListener('keydown', this.key, true);
  }

  detach(): void {
    const { host } = this;
    if (!host) return;
    this.hold(false);
    this.host = null;
    this.held = null;
    host.removeEventListener('pointerdown', this.down, true);
    host.removeEventListener('pointermove', this.move, true);
    host.removeEventListener('pointerup', this.up, true);
    host.removeEventListener('pointercancel', this.lost, true);
    host.removeEventListener('touchstart', this.still, true);
    host.removeEventListener('mousedown', this.still, true);
    window.removeEventListener('keydown', this.key, true);
  }

  /** With a tool in the hand every swipe on the chart draws. */
  hold(isHeld: boolean): void {
    this.host?.toggleAttribute('data-held', isHeld);
  }

  private readonly down = (event: PointerEvent): void => {
    if (!this.listeners.isBusy() || event.button !== 0 || this.held) return;
    const point = this.pointOf(event);
    const reach = event.pointerType === 'mouse' ? REACH.mouse : REACH.touch;
    if (!this.listeners.press(point, reach)) return;
    this.held = { pointer: event.pointerId, from: point, isTap: true };
    this.host?.setPointerCapture(event.pointerId);
  };

  private readonly move = (event: PointerEvent): void => {
    const point = this.pointOf(event);
    if (!this.held) {
      if (this.listeners.hasTool()) this.listeners.hover(point);
      return;
    }
    if (event.pointerId !== this.held.pointer) return;
    const { from } = this.held;
    if (Math.hypot(point.x - from.x, point.y - from.y) > TAP_MOVES_MOST) this.held.isTap = false;
    if (!this.held.isTap) this.listeners.drag(point);
    event.stopPropagation();
  };

  private readonly up = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) return;
    const { isTap } = this.held;
    this.held = null;
    this.listeners.release(this.pointOf(event), isTap);
    event.stopPropagation();
  };

  private readonly lost = (event: PointerEvent): void => {
    if (event.pointerId !== this.held?.pointer) return;
    this.held = null;
    this.listeners.cancel();
  };

  /** What follows a press that holds something: neither the page nor the chart is to move by it. */
  private readonly still = (event: Event): void => {
    if (!this.held) return;
    event.stopPropagation();
    event.preventDefault();
    this.host?.focus({ preventScroll: true });
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (!this.listeners.isBusy() || isTyping(event.target)) return;
    if (event.key === 'Escape') {
      const wasHeld = this.held !== null;
      this.held = null;
      // It ends what is under way, and not the full screen as well.
      if (this.listeners.cancel() || wasHeld) event.stopPropagation();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (event.target === this.host) this.listeners.remove();
    }
  };

  private pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left = 0, top = 0 } = this.host?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [role="dialog"]') !== null;
}

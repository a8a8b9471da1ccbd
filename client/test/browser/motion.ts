import type { BrowserContext, Page } from 'playwright-core';

/** Of a screen that is drawn sixty times a second; what ends within one is not seen to move. */
const FRAME_MS = 1000 / 60;

/**
 * Runs in each page before its own scripts: writes down whatever begins to move for longer than a frame, however soon it is
 * over, by style sheets or by scripts.
 */
const FOLLOW = (frame: number): void => {
  const moved: string[] = [];
  const nameOf = (element: Element | null | undefined) =>
    `${element?.localName ?? 'nothing'}.${element?.getAttribute('class') ?? ''}`;
  const note = (movement: Animation) => {
    const { activeDuration } = movement.effect?.getComputedTiming() ?? {};
    if (Number(activeDuration) <= frame) return;
    const { target, pseudoElement } = movement.effect as KeyframeEffect;
    const what =
      (movement as CSSAnimation).animationName ?? (movement as CSSTransition).transitionProperty ?? 'a script';
    moved.push(`${nameOf(target)}${pseudoElement ?? ''} moves for ${Number(activeDuration)} ms by ${what}`);
  };
  const look = ({ target }: Event) => {
    if (target instanceof Element) for (const movement of target.getAnimations({ subtree: true })) note(movement);
  };
  for (const kind of ['animationstart', 'transitionrun']) document.addEventListener(kind, look, true);
  const animate: unknown = Reflect.get(Element.prototype, 'animate');
  const scrollIntoView: unknown = Reflect.get(Element.prototype, 'scrollIntoView');
  Element.prototype.animate = function (...given) {
    const movement = (animate as (...all: unknown[]) => Animation).apply(this, given);
    note(movement);
    return movement;
  };
  Element.prototype.scrollIntoView = function (how) {
    if (typeof how === 'object' && how.behavior === 'smooth') moved.push(`${nameOf(this)} is scrolled to slowly`);
    (scrollIntoView as (...all: unknown[]) => void).call(this, how);
  };
  const slowly = (how: unknown) => (how as ScrollToOptions | undefined)?.behavior === 'smooth';
  for (const place of [Element.prototype, window])
    for (const way of ['scrollTo', 'scrollBy', 'scroll'] as const) {
      const scroll = place[way] as (...given: unknown[]) => void;
      Object.assign(place, {
        [way](this: unknown, ...given: unknown[]) {
          if (slowly(given[0])) moved.push(`${way} goes slowly`);
          scroll.apply(this, given);
        },
      });
    }
  const running = () => {
    for (const movement of document.getAnimations()) if (movement.playState === 'running') note(movement);
    for (const drawn of document.querySelectorAll('animate, animateTransform, animateMotion, marquee, video[autoplay]'))
      moved.push(`${nameOf(drawn)} moves by itself`);
  };
  Object.assign(window, {
    takeMoved: () => {
      running();
      return [...new Set(moved.splice(0))];
    },
  });
};

/** Begins to follow what moves on the context's pages; to be called before their first load. */
export async function followMotion(context: BrowserContext): Promise<void> {
  await context.addInitScript(FOLLOW, FRAME_MS);
}

/** What has begun to move since the last call, or moves still. */
export async function motionFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { takeMoved: () => string[] }).takeMoved());
}

import { useMediaQuery } from '@mantine/hooks';

const WIDE = '(width >= 1024px)';
const ON_SIDE = '(orientation: landscape) and (height < 500px) and (width < 1024px)';
const AT_ONCE = { getInitialValueInEffect: false };

/** A phone held upright, a phone on its side, or a screen that has room for everything at once. */
export type Shape = 'upright' | 'side' | 'wide';

/** The shape of the screen, as the style sheets know it too. */
export function useShape(): Shape {
  const isWide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches, AT_ONCE);
  const isOnSide = useMediaQuery(ON_SIDE, window.matchMedia(ON_SIDE).matches, AT_ONCE);
  return isWide ? 'wide' : isOnSide ? 'side' : 'upright';
}

/** Levels of each side of a book beside a ticket: those for a finger are nearly twice as high as those for a mouse. */
export function levelsOnPage(): number {
  return window.matchMedia('(pointer: fine)').matches ? 10 : 6;
}

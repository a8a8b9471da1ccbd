import { useCallback, useEffect, useRef, useState } from 'react';

const SETTLE_MS = 250;

/** Which rows are on the screen, and one on either side of it, known a moment after the scrolling has come to rest. */
export function useRowsOnScreen(): {
  onScreen: string[];
  rowRef: (symbol: string, element: HTMLElement | null) => void;
} {
  const [onScreen, setOnScreen] = useState<string[]>([]);
  const elements = useRef(new Map<string, HTMLElement>());
  const visible = useRef(new Set<string>());
  const observer = useRef<IntersectionObserver | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const settle = useCallback((milliseconds: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOnScreen([...visible.current].sort()), milliseconds);
  }, []);

  useEffect(() => {
    const made = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const symbol = (target as HTMLElement).dataset.symbol;
          if (symbol === undefined) continue;
          if (isIntersecting) visible.current.add(symbol);
          else visible.current.delete(symbol);
        }
        settle(SETTLE_MS);
      },
      { rootMargin: '64px 0px' },
    );
    observer.current = made;
    for (const element of elements.current.values()) made.observe(element);
    return () => {
      clearTimeout(timer.current);
      made.disconnect();
      observer.current = null;
    };
  }, [settle]);

  const rowRef = useCallback((symbol: string, element: HTMLElement | null) => {
    const before = elements.current.get(symbol);
    if (element) {
      element.dataset.symbol = symbol;
      elements.current.set(symbol, element);
      observer.current?.observe(element);
    } else if (before) {
      observer.current?.unobserve(before);
      elements.current.delete(symbol);
      visible.current.delete(symbol);
    }
  }, []);

  return { onScreen, rowRef };
}

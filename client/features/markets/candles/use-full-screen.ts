import { type RefObject, useEffect, useRef, useState } from 'react';

interface FullScreen {
  section: RefObject<HTMLElement | null>;
  isFull: boolean;
  toggle: () => void;
}

/**
 * Lets a part of the page fill the screen: by its own sheet everywhere, and without the browser's bars where the browser
 * can do that. Escape and the browser's own way out end it too.
 */
export function useFullScreen(): FullScreen {
  const section = useRef<HTMLElement>(null);
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const part = section.current;
    // A phone that cannot, or will not, still has the part on its whole page.
    void part?.requestFullscreen?.().catch(() => undefined);
    let wasOwn = false;
    const onChange = () => {
      if (document.fullscreenElement === part) wasOwn = true;
      else if (wasOwn) setIsFull(false);
    };
    const onKey = (event: KeyboardEvent) => {
      // The key is the sheet's while one is open.
      if (event.key === 'Escape' && document.documentElement.dataset.sheet === undefined) setIsFull(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  return { section, isFull, toggle: () => setIsFull(!isFull) };
}

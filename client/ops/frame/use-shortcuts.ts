import { useEffect, useRef } from 'react';

type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const TYPING = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], dialog';

/** Single keys that do something while nobody is typing. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const known = useRef(shortcuts);
  useEffect(() => {
    known.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(TYPING) || target?.closest('[inert]')) return;
      known.current[event.key]?.(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

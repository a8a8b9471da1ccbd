import { startTransition, useOptimistic } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What the page's address says behind its question mark, and how to change it in place.
 *
 * The router draws a changed address when the machine has time for it. A form that another choice brings must be there
 * before the next key is pressed: what is typed into the one that is about to go would be lost. So the choice is shown
 * at once, and the address follows.
 */
export function useSearchAtOnce(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const [search, setSearch] = useSearchParams();
  const [shown, show] = useOptimistic(search);
  const change = (changes: Record<string, string>) =>
    startTransition(() => {
      const next = new URLSearchParams(shown);
      for (const [name, value] of Object.entries(changes)) next.set(name, value);
      show(next);
      setSearch(next, { replace: true });
    });
  return [shown, change];
}

import { useEffect } from 'react';

/**
 * The number on the app's icon. Browsers that have none, and systems that are asked not to, leave it. It is set again whenever the app is
 * looked at: what was pushed meanwhile has set a mark of its own, which stays where the number is the same as before.
 */
export function useBadge(count: number): void {
  useEffect(() => {
    const mark = () => {
      const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
      done?.catch(() => undefined);
    };
    const look = () => document.visibilityState === 'visible' && mark();
    mark();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [count]);
}

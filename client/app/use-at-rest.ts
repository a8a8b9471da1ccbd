import { useEffect, useState } from 'react';

/** After its load the first page has the line and the processor to itself for so long. */
const FIRST_MS = 10_000;

/** Whether the first page has long been there, and nothing is taken from it any more. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(() => setAtRest(true), FIRST_MS);
    };
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
    return () => {
      window.removeEventListener('load', wait);
      clearTimeout(timer);
    };
  }, []);
  return isAtRest;
}

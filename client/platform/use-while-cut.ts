import { useEffect, useRef } from 'react';
import { useConnection } from './use-channel';

const EVERY_MS = 10_000;

/** Calls the newest listener now and then while the server cannot say by itself that something has changed. */
export function useWhileCut(listener: () => void): void {
  const newest = useRef(listener);
  const isLive = useConnection().state === 'live';
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setInterval(() => newest.current(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isLive]);
}

import { type ReactNode, useEffect, useState } from 'react';

/** Draws its children only after a while, so that what is quick shows no flicker. */
export function Delayed({ milliseconds = 200, children }: { milliseconds?: number; children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return due ? children : null;
}

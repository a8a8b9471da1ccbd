import { useEffect, useRef, useState } from 'react';
import { pace, type Paced } from '../../../../platform/pace';

/** The value, renewed at most once in so many milliseconds; the newest one is never lost. */
export function usePaced<Value extends object | null>(value: Value, milliseconds: number): Value {
  const [shown, setShown] = useState<Value>(value);
  const paced = useRef<Paced<Value> | null>(null);
  useEffect(() => {
    const own = pace((next: Value) => setShown(next), milliseconds);
    paced.current = own;
    return () => own.cancel();
  }, [milliseconds]);
  useEffect(() => paced.current?.push(value), [value]);
  return shown;
}

import { useEffect, useRef, useState } from 'react';
import { pace, type Paced } from '../../../../platform/pace';

/**
 * The value, renewed at most once in so many milliseconds; the newest one is never lost.
 * @param isUrgent whether this value is not waited for, and none of before is shown after it
 */
export function usePaced<Value extends object | null>(value: Value, milliseconds: number, isUrgent: boolean): Value {
  const [shown, setShown] = useState<Value>(value);
  const paced = useRef<Paced<Value> | null>(null);
  useEffect(() => {
    const own = pace((next: Value) => setShown(next), milliseconds);
    paced.current = own;
    return () => own.cancel();
  }, [milliseconds]);
  useEffect(() => {
    if (isUrgent) paced.current?.cancel();
    paced.current?.push(value);
  }, [value, isUrgent]);
  return shown;
}

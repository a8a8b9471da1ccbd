import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { pace } from './pace';

/** A burst of events is one reading at its start and one at its end. */
const AGAIN_AFTER_MS = 500;

/** Reads the replies under the key again, at most twice a second however often it is asked to. */
export function useRefresh(key: readonly unknown[]): () => void {
  const queries = useQueryClient();
  const id = JSON.stringify(key);
  const paced = useMemo(
    () =>
      // A reading that is on its way may be older than the event: it is dropped and begun anew.
      pace<null>(() => void queries.invalidateQueries({ queryKey: JSON.parse(id) as unknown[] }), AGAIN_AFTER_MS),
    [queries, id],
  );
  useEffect(() => () => paced.cancel(), [paced]);
  return () => paced.push(null);
}

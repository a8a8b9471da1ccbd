import { useDebouncedValue } from '@mantine/hooks';
import type { TFunction } from 'i18next';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';

/** Whoever types is not asked about. */
const DEBOUNCE_MS = 350;

/** What is wished, once nobody types at it any more; null until then. */
export function useSettled<Wish>(wish: Wish | null): Wish | null {
  const text = JSON.stringify(wish);
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  return settled === text ? wish : null;
}

/** What a preview of a wish answered: what it shows, or why the wish would be refused. */
export function previewed<View>(
  wish: object | null,
  { data, error }: { data: View | undefined; error: Error | null },
  t: TFunction,
): { preview: View | null; refusal: string | null } {
  if (wish === null) return { preview: null, refusal: null };
  const isRefused = error instanceof CallFailed && error.kind === 'refused';
  return { preview: error ? null : (data ?? null), refusal: isRefused ? failureWords(error, t) : null };
}

import { useOpeningPaused } from '../../../platform/offered-products';
import { useOwnBreak } from '../../../platform/own-break';

/**
 * Why nothing new can begin between users, in words; null where it can.
 * @param isBuying whether the user comes by coins. What is sold is no new risk: no break of its user keeps from that.
 */
export function useOtcPaused(isBuying: boolean): string | null {
  const ownBreak = useOwnBreak('real');
  return useOpeningPaused('otc', 'real') ?? (isBuying ? ownBreak : null);
}

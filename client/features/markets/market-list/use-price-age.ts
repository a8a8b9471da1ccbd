import { useConnection } from '../../../platform/use-channel';
import { useFromNow } from '../../../platform/use-now';
import { type AgeState, ageOf, type PriceAge } from '../../../ui/age';

const NOTHING: PriceAge = { status: 'stale', reason: 'no-data', origin: 'live', pricedAt: null };

/** The age of a price as of this second. */
export function usePriceAge(price: PriceAge | null): AgeState {
  const { heardAt } = useConnection();
  // Text compares by value, so a price that stays live draws nothing anew.
  const encoded = useFromNow((now) => JSON.stringify(ageOf(price ?? NOTHING, now, heardAt)));
  return JSON.parse(encoded) as AgeState;
}

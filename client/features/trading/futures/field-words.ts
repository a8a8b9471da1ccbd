import type { TFunction } from 'i18next';
import type { FuturesProductView } from '../../../../server/contract/trading/futures.dto';
import { verdictWords } from '../../../ui/judge-amount';
import type { TicketProblems, TicketValues } from '../futures-account';

type Problem = NonNullable<TicketProblems[keyof TicketProblems]>;

/** What is wrong with a field, in words. */
export function problemWords(problem: Problem | undefined, product: FuturesProductView, t: TFunction): string | null {
  if (problem === 'lots') return t('futures.lotsRange', { minimum: product.lotsMin, maximum: product.lotsMax });
  return verdictWords(problem ?? null, product.priceDecimals, t);
}

/** The words of the button that sends an order. */
export function sendKey({ side, reduceOnly }: Pick<TicketValues, 'side' | 'reduceOnly'>) {
  if (reduceOnly) return side === 'long' ? 'futures.sendReduceShorts' : 'futures.sendReduceLongs';
  return side === 'long' ? 'futures.sendLong' : 'futures.sendShort';
}

import type { TFunction } from 'i18next';
import type { RecordStatus } from '../../../server/contract/operations/words';
import type { DeskWords } from '../words/desk/en';

const OF_TWO_WORDS = { 'take-profit': 'takeProfit', 'stop-loss': 'stopLoss' } as const;

type StatusKey = keyof DeskWords['recordStatus'];

/** What became of an order, a position or a movement, in words. */
export function recordStatusWord(status: RecordStatus, t: TFunction<'desk'>): string {
  const key: StatusKey = status === 'take-profit' || status === 'stop-loss' ? OF_TWO_WORDS[status] : status;
  return t(`recordStatus.${key}`);
}

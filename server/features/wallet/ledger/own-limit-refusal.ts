import { wireTime } from '../../../contract/pages.dto.js';
import type { RefusalCode } from '../../../contract/errors.js';
import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

const BREAKS = new Map<string | null, RefusalCode>([
  ['OL001', 'limits.break'],
  ['OL006', 'limits.excluded'],
]);
const LIMITS = new Map<string | null, RefusalCode>([
  ['OL002', 'limits.time'],
  ['OL003', 'limits.loss'],
  ['OL004', 'limits.stake'],
  ['OL007', 'limits.deposit'],
]);

/**
 * Translates an error of `own_limits_assert` or `own_deposit_assert` into the user's refusal; null for other errors. It is here
 * because every command that posts to the ledger also asserts the user's own limits.
 */
export function ownLimitRefusal(error: unknown): Refusal | null {
  const state = sqlStateOf(error);
  if (state === 'OL005') return new Refusal('limits.unpriced');
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : '';
  const ofBreak = BREAKS.get(state);
  if (ofBreak) return new Refusal(ofBreak, { until: wireTime(new Date(Number.parseInt(detail, 10))) });
  const ofLimit = LIMITS.get(state);
  const [limit = '', used = ''] = detail.split(' ');
  return ofLimit ? new Refusal(ofLimit, { limit, used }) : null;
}

import type { CaseListRequest } from '../../../contract/operations/cases.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { CaseFilter } from './cases.store.js';

/**
 * What a list of cases is asked for. What waits is shown the oldest first, what is decided the newest first.
 * @param statuses those of the kind; the first is what waits.
 */
export function caseFilter(
  request: CaseListRequest,
  statuses: readonly string[],
  { operatorId, now }: { operatorId: string; now: number },
): CaseFilter {
  const [waiting = ''] = statuses;
  const status = request.status ?? waiting;
  if (status !== 'all' && !statuses.includes(status)) throw new Refusal('request.invalid', { field: 'status' });
  return {
    status: status === 'all' ? null : status,
    userId: request.user ?? null,
    currencyId: request.currency === undefined ? null : Number.parseInt(request.currency, 10),
    claim: request.claim ?? null,
    operatorId,
    now: new Date(now),
    order: request.order ?? (status === waiting ? 'oldest' : 'newest'),
  };
}

/** What a list was asked for, for the audit log. */
export function askedCases(
  { status, currencyId, claim, order }: CaseFilter,
  page: { page: number; limit: number } | null = null,
): Record<string, unknown> {
  return { status, currencyId, claim, order, ...page };
}

const ROW_ID = /^[1-9][0-9]{0,17}$/;

/** The number of a row in an address. @throws Refusal `operations.not-found` for what can be none. */
export function rowId(text: string): string {
  if (!ROW_ID.test(text)) throw new Refusal('operations.not-found');
  return text;
}

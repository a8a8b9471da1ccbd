import { queryOptions } from '@tanstack/react-query';
import type {
  ComplaintDetailView,
  ComplaintPage,
  ComplaintView,
} from '../../../../server/contract/account/complaints.dto';
import type { ComplaintSubject } from '../../../../server/contract/rules/complaints.rules';
import { get, post } from '../../../platform/api';
import { OWN } from '../../../platform/queries';

/** The caller shows what went wrong in place. */
const QUIET = { quiet: true };
const ROWS = 20;

export const COMPLAINTS_KEY = [OWN, 'complaints'] as const;

/** A complaint in a list, which counts by number. */
export type ListedComplaint = Omit<ComplaintView, 'id'> & { id: number };

export async function readComplaints(page: number, signal: AbortSignal) {
  const { list, total, limit } = await get<ComplaintPage>(
    'complaints/list',
    { page, limit: ROWS },
    { ...QUIET, signal },
  );
  return { list: list.map((row): ListedComplaint => ({ ...row, id: Number(row.id) })), count: total, limit };
}

export const complaint = (id: string) =>
  queryOptions({
    queryKey: [...COMPLAINTS_KEY, 'one', id],
    queryFn: ({ signal }) => get<ComplaintDetailView>('complaints/detail', { id }, { ...QUIET, signal }),
  });

export interface NewComplaint {
  subject: ComplaintSubject;
  text: string;
  order_number: string;
}

export function writeComplaint(written: NewComplaint, key: string): Promise<ComplaintView> {
  return post<ComplaintView>('complaints/write', { ...written }, { ...QUIET, idempotencyKey: key });
}

export function reopenComplaint(written: { id: string; text: string }, key: string): Promise<ComplaintView> {
  return post<ComplaintView>('complaints/reopen', written, { ...QUIET, idempotencyKey: key });
}

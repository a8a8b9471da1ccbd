import { COMPLAINT_REOPEN_DAYS, type ComplaintState } from '../../../contract/rules/complaints.rules.js';

const DAY_MS = 86_400_000;

interface Complaint {
  /** How many there are: odd while an answer is due. */
  entries: number;
  dueAt: Date | null;
  answeredAt: Date | null;
}

/** Until when it may be reopened, Unix milliseconds; null: it may not. The last millisecond is none of the time. */
export function reopenUntil({ entries, answeredAt }: Complaint, now: number): number | null {
  if (entries !== 2 || !answeredAt) return null;
  const until = answeredAt.getTime() + COMPLAINT_REOPEN_DAYS * DAY_MS;
  return now < until ? until : null;
}

export function complaintState(complaint: Complaint, now: number): ComplaintState {
  if (complaint.entries === 1) return 'received';
  if (complaint.entries === 3) return 'reopened';
  return reopenUntil(complaint, now) === null ? 'closed' : 'answered';
}

/** Whether the answer should have been there by now. */
export function isOverdue({ dueAt }: Complaint, now: number): boolean {
  return dueAt !== null && dueAt.getTime() < now;
}

import { z } from 'zod';
import type { ComplaintEntryView, ComplaintView } from '../../../contract/account/complaints.dto.js';
import { COMPLAINT_STATES, COMPLAINT_SUBJECTS } from '../../../contract/rules/complaints.rules.js';
import { complaintState, reopenUntil } from './complaint-state.rules.js';
import type { ComplaintRow, EntryRow } from './complaints.store.js';

/** What a command that was done answers, when it is read back. */
export const complaintReply: z.ZodType<ComplaintView> = z.object({
  id: z.string(),
  subject: z.enum(COMPLAINT_SUBJECTS),
  orderNumber: z.string(),
  state: z.enum(COMPLAINT_STATES),
  receivedAt: z.number(),
  dueAt: z.number().nullable(),
  answeredAt: z.number().nullable(),
  reopenUntil: z.number().nullable(),
});

export function complaintView(row: ComplaintRow, now: number): ComplaintView {
  return {
    id: row.id,
    subject: row.subject,
    orderNumber: row.orderNumber,
    state: complaintState(row, now),
    receivedAt: row.receivedAt.getTime(),
    dueAt: row.dueAt?.getTime() ?? null,
    answeredAt: row.answeredAt?.getTime() ?? null,
    reopenUntil: reopenUntil(row, now),
  };
}

/** An entry as its user reads it; who of the desk wrote it stays with the desk. */
export function complaintEntryView({ operator, text, at }: EntryRow): ComplaintEntryView {
  return { author: operator === null ? 'user' : 'desk', text, at: at.getTime() };
}

import { IsIn, Matches } from 'class-validator';
import { PageRequest } from '../pages.dto.js';
import {
  COMPLAINT_LENGTH_MAX,
  COMPLAINT_ORDER_LENGTH_MAX,
  COMPLAINT_SUBJECTS,
  type ComplaintState,
  type ComplaintSubject,
} from '../rules/complaints.rules.js';
import { OptionalText, PlainText, WrittenText } from '../text-fields.js';
import { LineFeeds } from './help-chat.dto.js';

const COMPLAINT_NUMBER = /^[1-9][0-9]{0,17}$/;

export class ComplaintsRequest extends PageRequest {}

export class ComplaintRequest {
  /** Its number. */
  @PlainText(18)
  @Matches(COMPLAINT_NUMBER)
  id: string;
}

export class WriteComplaintRequest {
  /** `spot`, `contract`, `option`, `earn`, `otc`, `deposit`, `withdrawal`, `account` or `other`. */
  @IsIn(COMPLAINT_SUBJECTS)
  subject: ComplaintSubject;

  /** At most 4,000 characters, kept as they were written. */
  @LineFeeds()
  @WrittenText(COMPLAINT_LENGTH_MAX)
  text: string;

  /** Of the order, deposit or withdrawal that it is about, as the user knows it; nothing hangs on it. */
  @OptionalText(COMPLAINT_ORDER_LENGTH_MAX)
  order_number?: string;
}

export class ReopenComplaintRequest extends ComplaintRequest {
  /** What the answer left open. */
  @LineFeeds()
  @WrittenText(COMPLAINT_LENGTH_MAX)
  text: string;
}

export class ComplaintView {
  /** Its number. */
  id: string;
  subject: ComplaintSubject;
  /** Empty: none was given. */
  orderNumber: string;
  state: ComplaintState;
  /** Unix milliseconds, as all instants here. */
  receivedAt: number;
  /** By when a final answer is due; null: it has been given. */
  dueAt: number | null;
  /** Of the last answer. */
  answeredAt: number | null;
  /** Until when it may be reopened; null: it may not. */
  reopenUntil: number | null;
}

/** What was written, in turn: the complaint, the answer, why it was reopened, the final answer. */
export class ComplaintEntryView {
  author: 'user' | 'desk';
  text: string;
  at: number;
}

export class ComplaintDetailView extends ComplaintView {
  entries: ComplaintEntryView[];
}

export class ComplaintPage {
  /** The newest first. */
  list: ComplaintView[];
  total: number;
  page: number;
  limit: number;
}

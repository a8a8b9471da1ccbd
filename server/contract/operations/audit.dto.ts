import { Matches } from 'class-validator';
import { PageRequest } from '../pages.dto.js';
import { OptionalText } from '../text-fields.js';
import { ID } from '../wallet/wallet.dto.js';

export class AuditListRequest extends PageRequest {
  /** Number of an operator. */
  @OptionalText(18)
  @Matches(ID)
  operator?: string;

  /** `deposit.approve`, or its beginning: `deposit`. */
  @OptionalText(60)
  action?: string;

  /** `deposit`, `user`, … */
  @OptionalText(40)
  subject?: string;

  @OptionalText(64)
  subjectId?: string;

  /** Number of a user. */
  @OptionalText(18)
  @Matches(ID)
  user?: string;

  @OptionalText(15)
  @Matches(/^[0-9]{1,15}$/)
  from?: string;

  @OptionalText(15)
  @Matches(/^[0-9]{1,15}$/)
  to?: string;
}

export class AuditEntryView {
  id: string;
  at: number;
  /** Null: the command line, or the product itself. */
  operatorId: string | null;
  operator: string;
  action: string;
  subject: string;
  subjectId: string | null;
  userId: string | null;
  detail: Record<string, unknown>;
  address: string;
  /** Number of the request, as in the log. */
  request: string;
  /** Whether a seal covers it by now. */
  sealed: boolean;
}

export class AuditPage {
  list: AuditEntryView[];
  total: number;
  page: number;
  limit: number;
}

export class UploadLooksRequest extends PageRequest {
  @OptionalText(18)
  @Matches(ID)
  user?: string;

  @OptionalText(18)
  @Matches(ID)
  operator?: string;
}

export class AuditedUploadLookView {
  at: number;
  /** `look`, or `removed` when the photo was kept for long enough. */
  act: 'look' | 'removed';
  userId: string;
  purpose: string;
  /** What it was handed in for. */
  usedFor: string | null;
  /** Null: the owner. */
  operator: string | null;
}

export class UploadLookPage {
  list: AuditedUploadLookView[];
  total: number;
  page: number;
  limit: number;
}

export class JobQueueView {
  queue: string;
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

export class JobQueuesView {
  queues: JobQueueView[];
}

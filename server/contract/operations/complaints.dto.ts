import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ComplaintEntryView, ComplaintView } from '../account/complaints.dto.js';
import { LineFeeds } from '../account/help-chat.dto.js';
import type { Language } from '../errors.js';
import { PageRequest } from '../pages.dto.js';
import { COMPLAINT_LENGTH_MAX } from '../rules/complaints.rules.js';
import { OptionalText, WrittenText } from '../text-fields.js';
import { COMPLAINT_FOLDERS, type ComplaintFolder } from './words.js';

export class ComplaintQueueRequest extends PageRequest {
  /** Empty: those that wait for an answer. */
  @OptionalText(10)
  @IsIn(COMPLAINT_FOLDERS)
  folder?: ComplaintFolder;
}

export class AnswerComplaintRequest {
  /** An answer that asks for a password or a code is not sent. */
  @LineFeeds()
  @WrittenText(COMPLAINT_LENGTH_MAX)
  text: string;

  /** How many entries were on the screen; left out: 1. Where there are others by now the answer is not sent. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(3)
  seen?: number;
}

export class ComplaintRowView extends ComplaintView {
  userId: string;
  /** The answer has been due since before now. */
  isOverdue: boolean;
}

export class ComplaintQueuePage {
  /** Those that wait: the soonest due first; those that are answered: the last answered first. */
  list: ComplaintRowView[];
  total: number;
  page: number;
  limit: number;
}

export class ComplaintCaseEntryView extends ComplaintEntryView {
  /** Login of who answered. */
  operator: string | null;
}

export class ComplaintCaseView extends ComplaintRowView {
  entries: ComplaintCaseEntryView[];
  /** That the user reads in. */
  language: Language;
}

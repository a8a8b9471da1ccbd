import { Matches } from 'class-validator';
import { OptionalText, PlainText } from '../text-fields.js';

/** How a list of the desk is kept as a file; what of it, its own filter says. */
export class DeskFileRequest {
  /** By IANA's name, `Asia/Kolkata`: of the second column of each instant. */
  @PlainText(64)
  zone: string;
}

/** Which of those that are to be paid one payout file takes. */
export class PayoutFileRequest extends DeskFileRequest {
  /** Number of a user. */
  @OptionalText(18)
  @Matches(/^[1-9][0-9]{0,17}$/)
  user?: string;

  /** Id of a currency. */
  @OptionalText(9)
  @Matches(/^[1-9][0-9]{0,8}$/)
  currency?: string;
}

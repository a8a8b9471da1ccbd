import { z } from 'zod';
import { flag, list } from './setting-kinds.js';

/** What can be set of mail and text messages. */
export const messageSettings = {
  /** `smtp://user:password@host:port`. Empty: mail is not sent; outside production it lands in the local mailbox. */
  SMTP_URL: z.string().default(''),
  MAIL_FROM: z.string().default('no-reply@localhost'),
  /** HTTP address that takes `{ to, text }` as JSON and sends it as a text message. Empty: as for mail. */
  SMS_URL: z.string().default(''),
  SMS_TOKEN: z.string().default(''),
  /** Dial codes to which text messages go, comma-separated, or `*` for all. In production whoever sends any says which; empty elsewhere: all. */
  SMS_DIAL_CODES: list(''),
  /** Outside production only: messages land in `mailbox.jsonl` and under `api/dev/mailbox`. */
  DEVELOPMENT_MAILBOX: flag(true),
};

import { z } from 'zod';
import { flag, list } from './setting-kinds.js';

/** What can be set of accounts, of those who run the product, and of when money leaves it. */
export const accountSettings = {
  PASSWORD_LENGTH_MIN: z.coerce.number().int().min(6).max(64).default(6),
  REGISTER_INVITATION_REQUIRED: flag(false),
  REGISTER_FUND_PASSWORD_REQUIRED: flag(false),
  /** Codes sent for one network address in an hour, and wrong logins from it in 15 minutes. 0: 10 and 20. */
  CODES_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
  WRONG_LOGINS_PER_ADDRESS: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /** Codes sent in a day over all; above it none is sent and an error is logged. */
  CODES_PER_DAY: z.coerce.number().int().min(1).max(100_000_000).default(20_000),
  /**
   * Notices of security sent in a day over all: so many mails and so many text messages of what is important, and as many of all else.
   * Above it they stand in the app alone, and an error is logged.
   */
  NOTICES_PER_DAY: z.coerce.number().int().min(1).max(100_000_000).default(20_000),
  /** Days in which a user who had the account closed can take that back; then it is erased. */
  ERASURE_WAIT_DAYS: z.coerce.number().int().min(1).max(90).default(14),
  /** Years for which the records that the law wants of an erased account are kept, sealed. */
  ERASURE_KEEP_YEARS: z.coerce.number().int().min(1).max(30).default(5),
  /** Hours during which withdrawals wait after a password, an authenticator or a wallet key changed. 0: no hold. */
  HOLD_HOURS_SECURITY: z.coerce.number().int().min(0).max(720).default(24),
  /** The same after an e-mail address or a phone was replaced. */
  HOLD_HOURS_CONTACT: z.coerce.number().int().min(0).max(720).default(72),
  /** The same for an address that was just added to the book. -1: 24 in production and none elsewhere. */
  HOLD_HOURS_NEW_ADDRESS: z.coerce.number().int().min(-1).max(720).default(-1),
  /**
   * Hours during which an operator whom another one made, reset, enabled or gave roles is no second person beside that one.
   * -1: 72 in production and none elsewhere.
   */
  SECOND_PERSON_HOURS: z.coerce.number().int().min(-1).max(720).default(-1),
  /**
   * Minutes after which a setting that touches money takes effect, and a change by hand beyond a person's cap; so long any
   * administrator can stop it. 0: at once, and nobody goes beyond the cap. -1: 60 in production and 0 elsewhere.
   */
  OPERATIONS_WAIT_MINUTES: z.coerce.number().int().min(-1).max(10_080).default(-1),
  /** Mail addresses of the administrators, comma-separated: they are told of everything that waits so. Empty: at the desk alone. */
  OPERATIONS_MAIL: list(''),
  /** Where submitted deposits are looked up: an EVM node's JSON-RPC and a TRON node's HTTP address. Empty: not at all. */
  EVM_RPC_URL: z.string().default(''),
  TRON_API_URL: z.string().default(''),
  /** Hours in which a withdrawal arrives, as pages say. `by-language`: 12 in Chinese, 48 in others, as old clients' texts have it. */
  WITHDRAWAL_ARRIVAL_HOURS: z.union([z.literal('by-language'), z.coerce.number().int().min(1).max(720)]).default(48),
};

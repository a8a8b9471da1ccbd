/**
 * REGISTRY of the background work: every job with what it carries; its queue and its schedule are in `jobs.ts`. A job is a hint and the row is the fact: early,
 * late, twice or never, the result is the same. Payloads carry ids, never amounts.
 */
export interface JobTypes {
  /** Makes the monthly partitions of the one-minute bars ahead of time. */
  'candles.ensure-partitions': Record<string, never>;
  /** Makes the tape's daily partitions ahead of time and drops those that are too old. */
  'tape.keep-days': Record<string, never>;
  /** Puts the Merkle root on the tape's hours that have ended. */
  'tape.seal': Record<string, never>;
  /** Checks every invariant of the books. */
  'ledger.verify': Record<string, never>;
  /** Goes on with the check of the whole book, a slice at a time. */
  'ledger.pass': Record<string, never>;
  /** Seals the journals that no running transaction can still add to. */
  'ledger.seal': Record<string, never>;
  /** Writes sealed journals into files beside the database. */
  'books-archive.write': Record<string, never>;
  /** Seals what operators did and looked at. */
  'audit.seal': Record<string, never>;
  /** Keeps the head of the audit log's chain beside the database, and holds the log against what was kept. */
  'audit.anchor': Record<string, never>;
  /** Adds new journals to what each day brought to each account, and keeps the closing prices of days. */
  'profit.fold': Record<string, never>;
  /** Hands notices of the desk to the users who do not have them yet. */
  'operations.deliver-notices': Record<string, never>;
  /** Looks submitted deposits up on their chains, where nodes are configured. */
  'deposits.look': Record<string, never>;
  /** Looks one deposit up on its chain, because an operator has taken its case. */
  'deposits.look-at-one': { depositId: string };
  /** Settles the options that close at this second, Unix milliseconds, and whatever else is due. */
  'options.settle': { closesAt: number };
  /** Looks at every market's pending orders and stops, and at stops that fired and wait. */
  'futures.sweep': Record<string, never>;
  /** Looks at every open position and account by rows and tape, and decides what the index in memory has missed. */
  'liquidation.sweep': Record<string, never>;
  /** Notes by how much perpetuals are traded above or below their index. */
  'funding.premiums': Record<string, never>;
  /** Decides funding rates that are due and charges the positions that were open at their stamps. */
  'funding.charge': Record<string, never>;
  /** Forgets premiums that no rate is made from any more. */
  'funding.prune': Record<string, never>;
  /** Forgets the keys of commands that are older than a day. */
  'idempotency.prune': Record<string, never>;
  /** Makes the outbox's days ahead of time and drops those that no page will ask for again. */
  'outbox.prune': Record<string, never>;
  /** Forgets codes, counters and nonces that count for nothing any more. */
  'account.prune': Record<string, never>;
  /** Counts which accounts lost money with options and with futures over the last twelve months. */
  'accounts.count-losing': Record<string, never>;
  /** Removes photos that nobody used, those that were replaced, and those that were kept for long enough. */
  'uploads.expire': Record<string, never>;
  /** Gives verified documents the digests by which look-alike letters are one; nothing once all have them. */
  'verification.fold': Record<string, never>;
  /** Tells users by mail that they were answered in the help chat while they were away. */
  'help-chat.mail': Record<string, never>;
  /** Lets the time of pictures begin that were shown in chats which nobody closes. */
  'help-chat.pictures': Record<string, never>;
  /** Decides by what new notices are told outside of the app. */
  'notifications.plan': Record<string, never>;
  /** Sends what is due to devices. */
  'notifications.push': Record<string, never>;
  /** Mails what users have chosen to be mailed. */
  'notifications.mail': Record<string, never>;
  /** Forgets old notices, what was sent of them, and devices whose logins have ended. */
  'notifications.prune': Record<string, never>;
  /** Forgets price alerts that went off long ago, or were deleted. */
  'price-alerts.prune': Record<string, never>;
  /** Writes the files of accounts' data that were asked for, and removes those whose time is over. */
  'data-exports.write': Record<string, never>;
  /** Erases the accounts whose time has come, and ends what was kept of those before for as long as the law wants it. */
  'erasure.sweep': Record<string, never>;
  /** Books the interest of trust orders and gives back what is ripe. */
  'trust.sweep': Record<string, never>;
  /** Takes orders for new coins through review, launch, lock-up and release. */
  'subscription.sweep': Record<string, never>;
  /** Ends orders between users that were not paid in time, reminds sellers, and calls the desk. */
  'otc.sweep': Record<string, never>;
  /** Does what has fallen due of the sales of new coins: seals, allots, ends what was not paid for, lists, releases. */
  'ieo.sweep': Record<string, never>;
  /** Rebates the fees of invited users, of the days that are over. */
  'referral.rebate': Record<string, never>;
  /** Reads which limit orders are open and looks at the markets that have some. */
  'spot.sweep': Record<string, never>;
  /** Ends spot orders whose date has come. */
  'spot.expire': Record<string, never>;
  /** Looks at every market that stops of spot orders wait in. */
  'spot.stops': Record<string, never>;
  /** Places what purchases that have ended leave behind. */
  'spot.exits': Record<string, never>;
}

export type JobName = keyof JobTypes;
export type JobPayload<Name extends JobName> = JobTypes[Name];

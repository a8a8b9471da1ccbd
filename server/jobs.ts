import { z } from 'zod';
/**
 * REGISTRY of the background work: every queue, job and schedule. A job is a hint and the row is the fact: early,
 * late, twice or never, the result is the same. Payloads carry ids, never amounts.
 */
export interface JobTypes {
  /** Makes the monthly partitions of the one-minute bars ahead of time. */
  'candles.ensure-partitions': Record<string, never>;
  /** Folds longer bars again from the stored shorter ones of a market, where one is missing or differs. */
  'candles.backfill': { marketId: number };
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
  /** Seals what operators did and looked at. */
  'audit.seal': Record<string, never>;
  /** Keeps the head of the audit log's chain beside the database, and holds the log against what was kept. */
  'audit.anchor': Record<string, never>;
  /** Hands notices of the desk to the users who do not have them yet. */
  'operations.deliver-notices': Record<string, never>;
  /** Looks submitted deposits up on their chains, where nodes are configured. */
  'deposits.look': Record<string, never>;
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
  /** Forgets events that no page will ask for again. */
  'outbox.prune': Record<string, never>;
  /** Forgets codes, counters and nonces that count for nothing any more. */
  'account.prune': Record<string, never>;
  /** Counts which accounts lost money with options and with contracts over the last twelve months. */
  'accounts.count-losing': Record<string, never>;
  /** Removes photos that nobody used, those that were replaced, and those that were kept for long enough. */
  'uploads.expire': Record<string, never>;
  /** Tells users by mail that they were answered in the help chat while they were away. */
  'help-chat.mail': Record<string, never>;
  /** Lets the time of pictures begin that were shown in chats which nobody closes. */
  'help-chat.pictures': Record<string, never>;
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
}

export type JobName = keyof JobTypes;
export type JobPayload<Name extends JobName> = JobTypes[Name];

export const QUEUES = [
  'candles',
  'ledger',
  'options',
  'trust',
  'subscription',
  'futures',
  'spot',
  'ieo',
  'otc',
  'referral',
] as const;
export type QueueName = (typeof QUEUES)[number];

export interface JobRules<Payload> {
  queue: QueueName;
  /** Reads what a queue delivers: other fields are left out. Not set: there are none. */
  payload?: z.ZodType<Payload>;
  /** Most runs of one job, the first included. */
  attempts: number;
  /** Milliseconds before the second run; doubled for each further one. */
  backoffMs: number;
  /** Equal ids are one job while it waits. Without ':' and not a whole number; BullMQ refuses those. */
  id?: (payload: Payload) => string;
  schedule?: {
    /** Milliseconds between two runs. */
    everyMs: number;
    payload: Payload;
    /** Run in each worker's start, too. */
    atStart: boolean;
  };
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const JOBS: { [Name in JobName]: JobRules<JobPayload<Name>> } = {
  'candles.ensure-partitions': {
    queue: 'candles',
    attempts: 5,
    backoffMs: 5000,
    schedule: { everyMs: DAY_MS, payload: {}, atStart: true },
  },
  'candles.backfill': {
    queue: 'candles',
    attempts: 3,
    backoffMs: 10_000,
    payload: z.object({ marketId: z.int32().positive() }),
    id: ({ marketId }) => `market-${marketId}`,
  },
  'tape.keep-days': {
    queue: 'candles',
    attempts: 5,
    backoffMs: 5000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: true },
  },
  'tape.seal': {
    queue: 'candles',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 60_000, payload: {}, atStart: true },
  },
  'ledger.verify': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 60_000, payload: {}, atStart: true },
  },
  'ledger.pass': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    // Beside the step of each check: five hours at twenty million postings.
    schedule: { everyMs: 10_000, payload: {}, atStart: false },
  },
  'ledger.seal': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'audit.seal': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'audit.anchor': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 300_000, payload: {}, atStart: true },
  },
  'operations.deliver-notices': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'deposits.look': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 30_000, payload: {}, atStart: false },
  },
  'options.settle': {
    queue: 'options',
    attempts: 3,
    backoffMs: 500,
    payload: z.object({ closesAt: z.int().positive() }),
    id: ({ closesAt }) => `second-${closesAt}`,
  },
  'futures.sweep': {
    queue: 'futures',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: false },
  },
  'liquidation.sweep': {
    queue: 'futures',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 15_000, payload: {}, atStart: false },
  },
  'funding.premiums': {
    queue: 'futures',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'funding.charge': {
    queue: 'futures',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'funding.prune': {
    queue: 'futures',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: DAY_MS, payload: {}, atStart: false },
  },
  'idempotency.prune': {
    queue: 'ledger',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'outbox.prune': {
    queue: 'ledger',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'account.prune': {
    queue: 'ledger',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'accounts.count-losing': {
    queue: 'ledger',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: true },
  },
  'uploads.expire': {
    queue: 'ledger',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'help-chat.mail': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 30_000, payload: {}, atStart: false },
  },
  'help-chat.pictures': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'trust.sweep': {
    queue: 'trust',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: true },
  },
  'subscription.sweep': {
    queue: 'subscription',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: true },
  },
  'otc.sweep': {
    queue: 'otc',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 2000, payload: {}, atStart: true },
  },
  'ieo.sweep': {
    queue: 'ieo',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
  'referral.rebate': {
    queue: 'referral',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 60_000, payload: {}, atStart: true },
  },
  'spot.sweep': {
    queue: 'spot',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
};

/**
 * Names that jobs had in earlier versions: their schedules are taken away. Not simply every unknown name: beside a newer
 * version, which places what this one does not know, the two would take turns.
 */
export const FORMER_JOBS: readonly string[] = ['futures.premiums', 'futures.funding', 'futures.prune'];

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

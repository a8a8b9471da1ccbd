import { z } from 'zod';
import type { JobName, JobPayload } from './job-types.js';

export type { JobName, JobPayload };

/** REGISTRY of the background work: every queue, and the queue, the tries and the schedule of each job. What they are: `job-types.ts`. */
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
  // Its own: a push service that is slow keeps nothing else waiting.
  'notifications',
  // Its own: a file of a long time of trading takes a while.
  'exports',
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

/** Work that looks by itself for what is due: it is not tried again, because the next round comes anyway. */
function sweep(queue: QueueName, everyMs: number, backoffMs: number): JobRules<Record<string, never>> {
  return { queue, attempts: 1, backoffMs, schedule: { everyMs, payload: {}, atStart: true } };
}

export const JOBS: { [Name in JobName]: JobRules<JobPayload<Name>> } = {
  'candles.ensure-partitions': {
    queue: 'candles',
    attempts: 5,
    backoffMs: 5000,
    schedule: { everyMs: DAY_MS, payload: {}, atStart: true },
  },
  'tape.keep-days': {
    queue: 'candles',
    attempts: 5,
    backoffMs: 5000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: true },
  },
  'tape.seal': sweep('candles', 60_000, 5000),
  'ledger.verify': sweep('ledger', 60_000, 5000),
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
  // Among the files, so that the books are sealed and checked meanwhile.
  'books-archive.write': {
    queue: 'exports',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 60_000, payload: {}, atStart: false },
  },
  'audit.seal': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: false },
  },
  'audit.anchor': sweep('ledger', 300_000, 5000),
  'profit.fold': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 15_000, payload: {}, atStart: false },
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
  // Not tried again: the round comes to it. Without an id: one that was done or failed a while ago would keep the next out.
  'deposits.look-at-one': {
    queue: 'ledger',
    attempts: 1,
    backoffMs: 5000,
    payload: z.object({ depositId: z.string().regex(/^[1-9]\d{0,18}$/) }),
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
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: true },
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
  'notifications.plan': sweep('notifications', 1000, 1000),
  'notifications.push': sweep('notifications', 1000, 1000),
  'notifications.mail': sweep('notifications', 5000, 5000),
  'notifications.prune': {
    queue: 'notifications',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'price-alerts.prune': {
    queue: 'notifications',
    attempts: 3,
    backoffMs: 10_000,
    schedule: { everyMs: HOUR_MS, payload: {}, atStart: false },
  },
  'verification.fold': sweep('exports', HOUR_MS, 5000),
  'data-exports.write': sweep('exports', 5000, 5000),
  'erasure.sweep': sweep('exports', 60_000, 5000),
  'trust.sweep': sweep('trust', 5000, 5000),
  'subscription.sweep': sweep('subscription', 5000, 5000),
  'otc.sweep': sweep('otc', 2000, 1000),
  'ieo.sweep': sweep('ieo', 1000, 1000),
  'referral.rebate': sweep('referral', 60_000, 5000),
  'spot.sweep': sweep('spot', 1000, 1000),
  'spot.expire': sweep('spot', 1000, 1000),
  'spot.stops': sweep('spot', 1000, 1000),
  'spot.exits': sweep('spot', 1000, 1000),
};

/**
 * Names that jobs had in earlier versions: their schedules are taken away. Not simply every unknown name: beside a newer
 * version, which places what this one does not know, the two would take turns.
 */
export const FORMER_JOBS: readonly string[] = ['futures.premiums', 'futures.funding', 'futures.prune'];

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

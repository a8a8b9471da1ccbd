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
  'notifications.plan': {
    queue: 'notifications',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
  'notifications.push': {
    queue: 'notifications',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
  'notifications.mail': {
    queue: 'notifications',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: true },
  },
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
  'data-exports.write': {
    queue: 'exports',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 5000, payload: {}, atStart: true },
  },
  'erasure.sweep': {
    queue: 'exports',
    attempts: 1,
    backoffMs: 5000,
    schedule: { everyMs: 60_000, payload: {}, atStart: true },
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
  'spot.expire': {
    queue: 'spot',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
  'spot.stops': {
    queue: 'spot',
    attempts: 1,
    backoffMs: 1000,
    schedule: { everyMs: 1000, payload: {}, atStart: true },
  },
  'spot.exits': {
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

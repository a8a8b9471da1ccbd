import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Kinds of work of a process, each with connections of its own: `reads` of what has happened, which may be many and slow, `jobs`, and
 * `commands`, which is everything else: calls that move money, and what a process does by itself. Where there is a standby for reads,
 * `standby` are those, and `position` the question how far the primary is, which no other work keeps waiting.
 */
export const WORK_KINDS = ['commands', 'reads', 'jobs', 'standby', 'position'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** A job runs the same use cases as a call, so nobody hands the kind to anybody: what asks for a connection knows by what it was begun. */
const kinds = new AsyncLocalStorage<WorkKind>();

/** Does something as work of a kind: the connections that it asks for are of that kind's. */
export function asKind<Result>(kind: WorkKind, act: () => Result): Result {
  return kinds.run(kind, act);
}

/** Of the work that is being done. */
export function kindOfWork(): WorkKind {
  return kinds.getStore() ?? 'commands';
}

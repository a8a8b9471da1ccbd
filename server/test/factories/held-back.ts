import type { DataSource } from 'typeorm';

/**
 * Two commands at the same time, in a fixed order: whoever of them tells these users something is held back just before
 * the end of its transaction, until all have either ended or wait for a lock.
 */
export async function heldBack(
  source: DataSource,
  userIds: readonly string[],
  commands: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const holder = source.createQueryRunner();
  await holder.connect();
  await holder.startTransaction();
  try {
    await holder.query(
      `insert into outbox_stream (user_id, sequence) select unnest($1::bigint[]), 1
       on conflict (user_id) do update set sequence = outbox_stream.sequence`,
      [userIds],
    );
    const begun: Promise<unknown>[] = [];
    let open = 0;
    for (const command of commands) {
      open += 1;
      const running = command();
      const ended = running.catch(() => undefined).then(() => (open -= 1));
      begun.push(running);
      await Promise.race([ended, untilWaiting(source, () => open)]);
    }
    await holder.rollbackTransaction();
    return await Promise.allSettled(begun);
  } finally {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  }
}

/** Looks in a row that must see it: whoever waits for a moment only, as while a file grows, is not held back. */
const LOOKS = 5;

/** Until every command that has not ended waits for a lock. */
async function untilWaiting(source: DataSource, open: () => number): Promise<void> {
  let seen = 0;
  while (open() > 0) {
    const rows: { waiting: number }[] = await source.query(
      `select count(*)::integer as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    seen = (rows[0]?.waiting ?? 0) >= open() ? seen + 1 : 0;
    if (seen === LOOKS) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What became of each, one after the other. */
export async function inTurn(tries: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const results: PromiseSettledResult<unknown>[] = [];
  for (const attempt of tries) results.push(...(await Promise.allSettled([attempt()])));
  return outcomesOf(results);
}

/** What became of each: `done`, or the code of its refusal. */
export const outcomesOf = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) =>
    result.status === 'fulfilled' ? 'done' : String((result.reason as { code?: string }).code ?? result.reason),
  );

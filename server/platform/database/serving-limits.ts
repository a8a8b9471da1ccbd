import type { DataSource } from 'typeorm';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';

const { statementMs, lockMs, idleTransactionMs } = DEPENDENCY_LIMITS.postgres;

/** Time limits, in milliseconds, of every connection of whoever serves: a statement, a lock wait and an idle transaction all have an end. */
export const SERVING_LIMITS = {
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
} as const;

/** What the users who serve have as their own, so that it holds on connections that a pooler makes for them. */
export const ROLE_SETTINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SERVING_LIMITS).map(([name, value]) => [name, String(value)])),
  TimeZone: 'UTC',
};

/** Which limits do not hold on the connections of a user; null when all do. Without them a statement may run for ever. */
export async function problemOfLimits(source: DataSource): Promise<string | null> {
  const rows = await source.query<{ name: keyof typeof SERVING_LIMITS; setting: string; user: string }[]>(
    `select name, setting, current_user::text as "user" from pg_settings where name = any($1::text[])`,
    [Object.keys(SERVING_LIMITS)],
  );
  const wrong = rows.filter(({ name, setting }) => setting !== String(SERVING_LIMITS[name]));
  if (wrong.length === 0) return null;
  const words = wrong.map(({ name }) => `${name} = '${SERVING_LIMITS[name]}'`).join(', ');
  return `DATABASE_POOLING: ${rows[0]?.user} has no limits of its own (${words}); migrate, or alter role … set each as the server's administrator.`;
}

import type { DataSource } from 'typeorm';
import { Client } from 'pg';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';

/** For `jest.useFakeTimers`: beats come when a test says so, everything else takes its time. */
export const BEATS_ONLY = {
  doNotFake: [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
    'setTimeout',
    'clearTimeout',
  ],
} satisfies Parameters<typeof jest.useFakeTimers>[0];

/** Users that are made from here on have numbers that nothing else in a statement has. */
export async function distinctUserIds(source: DataSource): Promise<void> {
  await source.query(`select setval(pg_get_serial_sequence('account_user', 'id'), 70000170)`);
}

/** Statements that this process has sent since: those that name one of the users, and those that name them among others. */
export interface UserStatements {
  ofUsers: number;
  ofAll: number;
}

/** Counts from here on, until the mocks are restored. */
export function countStatements(userIds: readonly string[]): UserStatements {
  const counts = { ofUsers: 0, ofAll: 0 };
  const isOurs = (id: unknown) => !Array.isArray(id) && userIds.includes(String(id));
  const count = (parameters: readonly unknown[]) => {
    if (parameters.some(isOurs)) counts.ofUsers += 1;
    else if (parameters.flat().some(isOurs)) counts.ofAll += 1;
  };
  // oxlint-disable-next-line typescript/unbound-method -- it is called on its own runner below.
  const { query } = PostgresQueryRunner.prototype;
  jest.spyOn(PostgresQueryRunner.prototype, 'query').mockImplementation(function (
    this: PostgresQueryRunner,
    ...given: Parameters<typeof query>
  ) {
    count(Array.isArray(given[1]) ? (given[1] as unknown[]) : []);
    return query.apply(this, given);
  });
  // Prepared ones go past the runner, as one object (`runPrepared`).
  const prototype = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const send = prototype.query;
  jest.spyOn(prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const [statement] = given as [{ values?: unknown[] } | string];
    if (typeof statement === 'object' && Array.isArray(statement.values)) count(statement.values);
    return send.apply(this, given);
  });
  return counts;
}

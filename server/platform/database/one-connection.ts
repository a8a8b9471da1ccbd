import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * A transaction that asks the pool for a second connection waits for others that do the same: with as many of them as there
 * are connections, all wait for nothing until their time is over. Tests forbid it; in service nothing is looked at.
 */
let transactions: AsyncLocalStorage<{ isOpen: boolean }> | null = null;

/** From here on asking for a connection within a transaction of this process fails. */
export function forbidSecondConnections(): void {
  transactions ??= new AsyncLocalStorage();
}

/** Runs the work of a transaction, which has its connection. */
export async function withinTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  if (transactions === null) return work();
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}

/** What is wrong with a call for a connection from here; null when nothing is. */
export function secondConnection(): Error | null {
  return transactions?.getStore()?.isOpen ? new Error('A transaction asks for a second connection.') : null;
}

/** On a connection of the kind of work that is being done. */
export async function onConnection<Answer>(
  source: DataSource,
  work: (runner: QueryRunner) => Promise<Answer>,
): Promise<Answer> {
  const runner = source.createQueryRunner();
  try {
    await runner.connect();
    return await work(runner);
  } finally {
    await runner.release();
  }
}

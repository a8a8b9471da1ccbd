import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Client, type PoolClient } from 'pg';

/** How grave an error is after which the server ends the connection. */
const LAST_WORDS = ['FATAL', 'PANIC'];

/** What node-postgres' connections have and their types do not name. */
interface Inside {
  /** False from the sending of a statement until its whole answer is there. */
  readyForQuery: boolean | null;
  /** False: whatever is asked fails at once, and the pool does not take the connection back. */
  _queryable: boolean;
  connection: EventEmitter & { stream: Socket };
}

/** A connection that is being made. */
export interface Attempt {
  readonly client: Client;
  waitedMs: number;
  isLate: boolean;
}

type Made = (error: Error | null) => void;

/** A connection was not made in time. */
export class NotMadeInTime extends Error {
  constructor(cause: Error) {
    super('Connection terminated due to connection timeout', { cause });
  }
}

/** Connections each of which stands among the attempts while it is being made. */
export function announcing(attempts: Set<Attempt>): typeof Client {
  return class extends Client {
    override connect(): Promise<Client>;
    override connect(callback: Made): void;
    override connect(callback?: Made): Promise<Client> | undefined {
      if (!callback) return super.connect();
      const attempt = { client: this, waitedMs: 0, isLate: false };
      attempts.add(attempt);
      super.connect((error: Error | null) => {
        attempts.delete(attempt);
        callback(error && attempt.isLate ? new NotMadeInTime(error) : error);
      });
      return undefined;
    }
  };
}

/** Nothing is sent any more, not even what the system still holds for it: it would arrive when nobody knows of it. */
export function cut(client: Client | PoolClient): void {
  const { stream } = insideOf(client).connection;
  try {
    stream.resetAndDestroy();
  } catch {
    // A pipe or an encrypted connection cannot be reset.
  }
  stream.destroy();
}

/** The connection, with what its types do not name. */
export function insideOf(client: Client | PoolClient): Inside {
  return client as unknown as Inside;
}

/**
 * From the server's last words on, whatever is asked of the connection fails at once, and the pool does not take it back:
 * until the end itself has arrived it would look like one that nobody uses.
 */
export function heedLastWords(client: PoolClient): void {
  const inside = insideOf(client);
  inside.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
    if (severity !== undefined && LAST_WORDS.includes(severity)) inside._queryable = false;
  });
}

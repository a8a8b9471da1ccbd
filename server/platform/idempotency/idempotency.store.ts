import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callForRow, callFunction } from '../database/call-function.js';
import type { Transaction } from '../database/transaction.js';
import type { Claim } from './command-key.js';

const PRUNED_AT_ONCE = 10_000;

/** The keys of commands that were done. */
@Injectable()
export class IdempotencyStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Takes the key for the transaction; null then, or the reply of the command that has it. */
  async claim(tx: Transaction, claim: Claim): Promise<string | null> {
    const { claimed, reply } = await callForRow(tx, 'idempotency_claim', { ...claim.given, reply: null });
    return claimed ? null : reply;
  }

  /** The reply of the command that has the key, for the same body and inside the key's window; null when there is none. */
  async find({ given: { user, route, key, fingerprint, at, windowSeconds } }: Claim): Promise<string | null> {
    const rows: { reply: string | null }[] = await this.source.query(
      `select reply from idempotent_command
        where user_id = $1 and route = $2 and key = $3 and fingerprint = $4
          and ($6::integer is null or created_at > $5::timestamptz - $6 * interval '1 second')`,
      [user, route, key, fingerprint, at, windowSeconds],
    );
    return rows[0]?.reply ?? null;
  }

  /** Whether a command has the key, for the same body and inside the key's window. */
  async isTaken({ given: { user, route, key, fingerprint, at, windowSeconds } }: Claim): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `select from idempotent_command
        where user_id = $1 and route = $2 and key = $3 and fingerprint = $4
          and ($6::integer is null or created_at > $5::timestamptz - $6 * interval '1 second')`,
      [user, route, key, fingerprint, at, windowSeconds],
    );
    return rows.length > 0;
  }

  /**
   * Closes the key of a command that was refused when it was sent again, so that no earlier try is done any more. Answers
   * the reply of the command that has the key; null: nothing was done, and nothing will be.
   */
  async close({ given: { user, route, key, fingerprint: own, at }, others = [] }: Claim): Promise<string | null> {
    const fingerprint = Buffer.concat([own, ...others]);
    return callFunction(this.source.manager, 'idempotency_close', { user, route, key, fingerprint, at });
  }

  async complete(tx: Transaction, { userId, route, key }: Claim, reply: string): Promise<void> {
    await callFunction(tx, 'idempotency_complete', { user: userId, route, key, reply });
  }

  /** Forgets keys from before the instant; answers how many. */
  async prune(before: Date): Promise<number> {
    let forgotten = 0;
    for (;;) {
      const [, count]: [unknown, number] = await this.source.query(
        `delete from idempotent_command where ctid = any(array(
           select ctid from idempotent_command where created_at < $1 limit ${PRUNED_AT_ONCE}))`,
        [before],
      );
      forgotten += count;
      if (count < PRUNED_AT_ONCE) return forgotten;
    }
  }
}

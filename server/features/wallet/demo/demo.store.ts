import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface DemoAccountRow {
  active: boolean;
}

/** Who is in the demo, and what was given to whom. */
@Injectable()
export class DemoStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Null for a user who has never entered the demo. */
  async find(userId: string, tx: Transaction = this.source.manager): Promise<DemoAccountRow | null> {
    const rows: DemoAccountRow[] = await tx.query('select active from demo_account where user_id = $1', [userId]);
    return rows[0] ?? null;
  }

  /** @returns whether it is the first time. */
  async enter(tx: Transaction, userId: string, at: Date): Promise<boolean> {
    const rows: { first: boolean }[] = await tx.query(
      `insert into demo_account as known (user_id, entered_at, active, changed_at) values ($1, $2, true, $2)
       on conflict (user_id) do update
         set active = true, changed_at = case when known.active then known.changed_at else excluded.changed_at end
       returning xmax = 0 as first`,
      [userId, at],
    );
    return rows[0]?.first ?? false;
  }

  async leave(tx: Transaction, userId: string, at: Date): Promise<void> {
    await tx.query('update demo_account set active = false, changed_at = $2 where user_id = $1 and active', [
      userId,
      at,
    ]);
  }

  /** @returns the grant's id. */
  async addGrant(tx: Transaction, userId: string, kind: 'enter' | 'top-up', at: Date): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      'insert into demo_grant (user_id, kind, at) values ($1, $2, $3) returning id',
      [userId, kind, at],
    );
    return (rows[0] as { id: string }).id;
  }
}

import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';

/** What a payout file is asked for; null: whatever it is. */
export interface ToSend {
  operatorId: string;
  userId: string | null;
  currencyId: number | null;
  limit: number;
  at: Date;
}

export interface SentRow {
  id: string;
  userId: string;
}

/** The SQL of who sends a released withdrawal. */
@Injectable()
export class SendingsStore {
  async send(tx: Transaction, id: string, { operatorId, at }: { operatorId: string; at: Date }): Promise<void> {
    await tx.query('update withdrawal set sending_by = $2, sending_at = $3 where id = $1', [id, operatorId, at]);
  }

  async sendNot(tx: Transaction, id: string): Promise<void> {
    await tx.query('update withdrawal set sending_by = null, sending_at = null where id = $1', [id]);
  }

  /**
   * {@link send} for all that are released, nobody sends and go to an address of the book. What somebody is at is left out: it is
   * locked, claimed by another one, or proposed to be given back. They are looked up once, as an array: a subquery that the plan
   * reads anew for each row skips what it has locked, and takes more than the limit.
   * @returns which, the oldest first.
   */
  async sendAll(tx: Transaction, { operatorId, userId, currencyId, limit, at }: ToSend): Promise<SentRow[]> {
    const [rows]: [SentRow[], number] = await tx.query(
      `update withdrawal set sending_by = $1, sending_at = $2
        where id = any(array(
          select d.id from withdrawal d
           where d.status = 'approved' and d.sending_by is null and d.address_id is not null
             and ($3::bigint is null or d.user_id = $3) and ($4::integer is null or d.currency_id = $4)
             and not exists (select from operator_claim k where k.kind = 'withdrawal' and k.subject_id = d.id
                              and k.operator_id <> $1 and k.held_until > $2)
             and not exists (select from operator_proposal p where p.kind = 'withdrawal' and p.subject_id = d.id
                              and p.status = 'open')
           order by d.id limit $5 for update of d skip locked))
        returning id::text as id, user_id::text as "userId"`,
      [operatorId, at, userId, currencyId, limit],
    );
    return rows.sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
  }
}

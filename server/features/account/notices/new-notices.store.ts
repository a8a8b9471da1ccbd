import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A notice that is to be written. */
export interface NewNotice {
  userId: string;
  kind: string;
  parameters: Record<string, string>;
  at: Date;
}

/** Writes notices of many users. */
@Injectable()
export class NewNoticesStore {
  /** @returns the ids, in the given order. */
  async write(tx: Transaction, notices: readonly NewNotice[]): Promise<string[]> {
    const rows: { id: string }[] = await tx.query(
      `with given as (
         select * from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality
           as one (user_id, kind, parameters, at, place)),
       written as (
         insert into account_notice (user_id, kind, parameters, at)
         select user_id, kind, parameters, at from given order by place returning id)
       select id from written order by id`,
      [
        notices.map(({ userId }) => userId),
        notices.map(({ kind }) => kind),
        notices.map(({ parameters }) => JSON.stringify(parameters)),
        notices.map(({ at }) => at),
      ],
    );
    return rows.map(({ id }) => id);
  }
}

import { Injectable } from '@nestjs/common';
import type { AccountEventPayload } from '../../../contract/events.dto.js';
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
  /** @returns whose they are and their events, in the given order. */
  async write(
    tx: Transaction,
    notices: readonly NewNotice[],
  ): Promise<{ userId: string; event: AccountEventPayload<'notice'> }[]> {
    return tx.query(
      `with given as (
         select * from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::timestamptz[]) with ordinality
           as one (user_id, kind, parameters, at, place)),
       written as (
         insert into account_notice (user_id, kind, parameters, at)
         select user_id, kind, parameters, at from given order by place
         returning id, user_id, notice_event(p_notice => id, p_kind => kind, p_parameters => parameters) as event)
       select user_id as "userId", event from written order by id`,
      [
        notices.map(({ userId }) => userId),
        notices.map(({ kind }) => kind),
        notices.map(({ parameters }) => JSON.stringify(parameters)),
        notices.map(({ at }) => at),
      ],
    );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { groupWords, storedGroup } from '../../../contract/rules/notifications.rules.js';
import { storedJson } from '../../../platform/database/stored-json.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import {
  CHOICE_COLUMNS,
  type ChoiceRow,
  choiceFrom,
  type NotificationChoice,
  type QuietChoice,
} from './notification-choice.js';
import { groupOf, kindsOf } from './notice-group.rules.js';
import type { OutgoingNotice, PlannedDelivery } from './plan-delivery.rules.js';

/** How a message ended. `failed`: it was tried often enough. */
export type DeliveryOutcome = 'sent' | 'expired' | 'refused' | 'failed';

/** What is due, with all that its words are made from. */
export interface DueDelivery {
  id: string;
  noticeId: string;
  userId: string;
  group: string;
  kind: string;
  parameters: Record<string, string>;
  at: Date;
  /** How many notices it stands for. */
  notices: number;
  tries: number;
  expiresAt: Date;
  language: string;
  hideAmounts: boolean;
  /** When it is to be quiet, as the user has it now. */
  quiet: QuietChoice;
}

const parameters = z.record(z.string(), z.string());

/** The SQL of what is to be told outside of the app. */
@Injectable()
export class DeliveriesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Takes notices off the list of those that nobody has decided on; what somebody else is at is left to them. */
  async takeOutgoing(tx: Transaction, limit: number): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await tx.query(
      `delete from notice_outgoing where notice_id in
         (select notice_id from notice_outgoing order by notice_id limit $1 for update skip locked)
       returning notice_id as id`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  async outgoing(tx: Transaction, noticeIds: readonly string[]): Promise<OutgoingNotice[]> {
    const rows: (Omit<OutgoingNotice, 'choice'> & ChoiceRow)[] = await tx.query(
      `select n.id, n.user_id as "userId", n.kind, n.at, u.email is not null as "hasMail",
              u.disabled_at is not null as "isDisabled", ${CHOICE_COLUMNS}
         from account_notice n join account_user u on u.id = n.user_id
         left join notification_setting s on s.user_id = n.user_id
        where n.id = any($1::bigint[]) order by n.id`,
      [noticeIds],
    );
    return rows.map((row) => ({ ...row, choice: choiceFrom(row) }));
  }

  /** Each once; what is held for a device is added up to one message, which bears the newest of them. */
  async add(tx: Transaction, planned: readonly PlannedDelivery[]): Promise<void> {
    await tx.query(
      `insert into notice_delivery as d
         (notice_id, user_id, subscription_id, topic, notices, is_held, due_at, expires_at)
       select max(notice_id), user_id, subscription_id, min(topic), count(*), is_held, max(due_at), max(expires_at)
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[], $6::timestamptz[],
                     $7::timestamptz[]) as given (notice_id, user_id, subscription_id, topic, is_held, due_at, expires_at)
        group by user_id, subscription_id, is_held,
                 case when is_held and subscription_id is not null then 0 else notice_id end
        order by user_id, subscription_id, max(notice_id)
       on conflict (subscription_id) where ended_at is null and is_held and subscription_id is not null
         do update set notice_id = excluded.notice_id, topic = excluded.topic,
                       notices = d.notices + excluded.notices, due_at = excluded.due_at,
                       expires_at = greatest(d.expires_at, excluded.expires_at)`,
      [
        planned.map(({ noticeId }) => noticeId),
        planned.map(({ userId }) => userId),
        planned.map(({ subscriptionId }) => subscriptionId),
        planned.map(({ group }) => storedGroup(group)),
        planned.map(({ isHeld }) => isHeld),
        planned.map(({ dueAt }) => dueAt),
        planned.map(({ expiresAt }) => expiresAt),
      ],
    );
  }

  /**
   * Messages to devices that are due: nobody else has them until the instant, after which they are due again if they have not
   * ended.
   */
  async claimPushes(now: Date, until: Date, limit: number): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await this.source.query(
      `update notice_delivery set due_at = $2, tries = tries + 1 where id in
         (select id from notice_delivery where ended_at is null and subscription_id is not null and due_at <= $1
           order by due_at, id limit $3 for update skip locked)
       returning id`,
      [now, until, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** A user's mails that are due, likewise. */
  async claimMails(userId: string, now: Date, { until, limit }: { until: Date; limit: number }): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await this.source.query(
      `update notice_delivery set due_at = $2, tries = tries + 1 where id in
         (select id from notice_delivery
           where ended_at is null and subscription_id is null and due_at <= $1 and user_id = $4
           order by due_at, id limit $3 for update skip locked)
       returning id`,
      [now, until, limit, userId],
    );
    return rows.map(({ id }) => id);
  }

  async read(ids: readonly string[]): Promise<(DueDelivery & { subscriptionId: string | null })[]> {
    const rows: (Omit<DueDelivery, 'hideAmounts' | 'quiet'> & ChoiceRow & { subscriptionId: string | null })[] =
      await this.source.query(
        `select d.id, d.notice_id as "noticeId", d.user_id as "userId", d.subscription_id as "subscriptionId",
                d.topic as "group", d.notices, d.tries, d.expires_at as "expiresAt", n.kind, n.parameters, n.at,
                u.language, ${CHOICE_COLUMNS}
           from notice_delivery d join account_notice n on n.id = d.notice_id join account_user u on u.id = d.user_id
           left join notification_setting s on s.user_id = d.user_id
          where d.id = any($1::bigint[]) and d.ended_at is null order by d.id`,
        [ids],
      );
    return rows.map((row) => {
      const { hideAmounts, quiet, urgentThrough } = choiceFrom(row);
      return {
        ...row,
        // By its kind: what waits is kept under the word that groups had before.
        group: groupOf(row.kind) ?? row.group,
        parameters: storedJson(parameters, row.parameters, 'account_notice.parameters'),
        hideAmounts,
        quiet: { quiet, urgentThrough },
      };
    });
  }

  /** Users with a mail that is due, from this user on. */
  async mailedUsers(now: Date, after: string, limit: number): Promise<string[]> {
    const rows: { userId: string }[] = await this.source.query(
      `select distinct user_id as "userId" from notice_delivery
        where ended_at is null and subscription_id is null and due_at <= $1 and user_id > $2 order by 1 limit $3`,
      [now, after, limit],
    );
    return rows.map(({ userId }) => userId);
  }

  async end(ids: readonly string[], outcome: DeliveryOutcome, at: Date): Promise<void> {
    await this.source.query(
      'update notice_delivery set ended_at = $2, outcome = $3 where id = any($1::bigint[]) and ended_at is null',
      [ids, at, outcome],
    );
  }

  /**
   * A message to a device has ended with all that it told. What was added to it since it was read is a message that is due when
   * that is, and was never tried.
   */
  async endPush(
    { id, notices }: Pick<DueDelivery, 'id' | 'notices'>,
    outcome: DeliveryOutcome,
    at: Date,
  ): Promise<void> {
    await this.source.query(
      `update notice_delivery
          set notices = case when notices > $2 then notices - $2 else notices end,
              tries = case when notices > $2 then 0 else tries end,
              ended_at = case when notices > $2 then null else $4::timestamptz end,
              outcome = case when notices > $2 then null else $3 end
        where id = $1 and ended_at is null`,
      [id, notices, outcome, at],
    );
  }

  /** They are due again at the instant. @param isCounted whether it was a try. */
  async putOff(ids: readonly string[], dueAt: Date, isCounted: boolean): Promise<void> {
    await this.source.query(
      `update notice_delivery set due_at = $2, tries = tries - case when $3::boolean then 0 else 1 end
        where id = any($1::bigint[]) and ended_at is null`,
      [ids, dueAt, isCounted],
    );
  }

  /**
   * What waits for the user and was chosen no more does not go out; what was held waits for the hours that hold now. By its
   * kind: the word that it is kept under may mean several groups, and is asked only for a kind of a version that was here later.
   */
  async rearrange(
    tx: Transaction,
    userId: string,
    { push, mail }: Pick<NotificationChoice, 'push' | 'mail'>,
    heldUntil: Date,
  ): Promise<void> {
    await tx.query(
      `delete from notice_delivery d using account_notice n
        where d.user_id = $1 and d.ended_at is null and n.id = d.notice_id
          and (case when d.subscription_id is null then n.kind <> all($5::text[]) and d.topic <> all($3::text[])
                    when d.notices > 1 then cardinality($2::text[]) = 0
                    else n.kind <> all($4::text[]) and d.topic <> all($2::text[]) end)`,
      [userId, groupWords(push), groupWords(mail), kindsOf(push), kindsOf(mail)],
    );
    await tx.query('update notice_delivery set due_at = $2 where user_id = $1 and ended_at is null and is_held', [
      userId,
      heldUntil,
    ]);
  }

  /** A user's mails that are due wait until the instant. */
  async putOffMails(userId: string, now: Date, dueAt: Date): Promise<void> {
    await this.source.query(
      `update notice_delivery set due_at = $3
        where user_id = $1 and subscription_id is null and ended_at is null and due_at <= $2`,
      [userId, now, dueAt],
    );
  }

  /** Forgets what ended before the instant, at most so many; answers how many. */
  async forget(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      'delete from notice_delivery where id in (select id from notice_delivery where ended_at < $1 limit $2)',
      [before, most],
    );
    return removed;
  }
}

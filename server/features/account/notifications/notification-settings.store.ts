import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { groupWords } from '../../../contract/rules/notifications.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { CHOICE_COLUMNS, type ChoiceRow, choiceFrom, type NotificationChoice, zoneOf } from './notification-choice.js';

/** The SQL of what users have chosen. */
@Injectable()
export class NotificationSettingsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async read(userId: string): Promise<{ choice: NotificationChoice; zone: string }> {
    const rows: ChoiceRow[] = await this.source.query(
      `select ${CHOICE_COLUMNS} from account_user u left join notification_setting s on s.user_id = u.id where u.id = $1`,
      [userId],
    );
    const [row] = rows;
    if (!row) throw new Error(`There is no user ${userId}`);
    return { choice: choiceFrom(row), zone: zoneOf(row) ?? '' };
  }

  async write(tx: Transaction, userId: string, chosen: NotificationChoice & { zone: string; at: Date }): Promise<void> {
    const { push, mail, quiet, zone, urgentThrough, hideAmounts, at } = chosen;
    await tx.query(
      `insert into notification_setting as s
         (user_id, push, mail, quiet_from, quiet_until, zone, urgent_through, hide_amounts, changed_at)
       values ($1, $2::text[], $3::text[], $4, $5, $6, $7, $8, $9)
       on conflict (user_id) do update set push = excluded.push, mail = excluded.mail, quiet_from = excluded.quiet_from,
         quiet_until = excluded.quiet_until, zone = excluded.zone, urgent_through = excluded.urgent_through,
         hide_amounts = excluded.hide_amounts, changed_at = excluded.changed_at`,
      [
        userId,
        groupWords(push),
        groupWords(mail),
        quiet?.from ?? null,
        quiet?.until ?? null,
        zone,
        urgentThrough,
        hideAmounts,
        at,
      ],
    );
  }
}

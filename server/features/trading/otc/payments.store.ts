import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OtcWay } from '../../../contract/rules/otc-market.rules.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { PaymentSnapshot } from './otc-orders.store.js';

export interface PaymentRow extends PaymentSnapshot {
  way: OtcWay;
}

const COLUMNS = `p.id::text, p.way, p.details ->> 'account' as account, p.details ->> 'bank' as bank,
  p.details ->> 'branch' as branch, coalesce(p.details ->> 'place', '') as place`;

/** The SQL of where users are paid. */
@Injectable()
export class PaymentsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  list(userId: string, tx: Transaction = this.source.manager): Promise<PaymentRow[]> {
    return tx.query(
      `select ${COLUMNS} from otc_payment p where p.user_id = $1 and p.deleted_at is null order by p.id desc limit 20`,
      [userId],
    );
  }

  /** Those of the user's that are named, whatever else is. */
  own(userId: string, ids: readonly string[], tx: Transaction = this.source.manager): Promise<PaymentRow[]> {
    return tx.query(
      `select ${COLUMNS} from otc_payment p where p.user_id = $1 and p.id = any($2) and p.deleted_at is null order by p.id`,
      [userId, ids],
    );
  }

  async insert(
    tx: Transaction,
    { userId, way, account, bank, branch, place, at }: Omit<PaymentRow, 'id'> & { userId: string; at: Date },
  ): Promise<string> {
    const rows: { id: string }[] = await tx.query(
      'insert into otc_payment (user_id, way, details, created_at) values ($1, $2, $3, $4) returning id::text',
      [userId, way, JSON.stringify({ account, bank, branch, place }), at],
    );
    return (rows[0] as { id: string }).id;
  }

  /** False: there was none. Orders keep what they were made with. */
  async remove(tx: Transaction, { userId, id, at }: { userId: string; id: string; at: Date }): Promise<boolean> {
    const [, count]: [unknown, number] = await tx.query(
      'update otc_payment set deleted_at = $3 where id = $2 and user_id = $1 and deleted_at is null',
      [userId, id, at],
    );
    return count === 1;
  }

  /** Whether adverts that are not closed name it. */
  async isAdvertised(tx: Transaction, userId: string, id: string): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from otc_advert where merchant_id = $1 and status <> 'closed' and $2 = any(payments) limit 1`,
      [userId, id],
    );
    return rows.length > 0;
  }
}

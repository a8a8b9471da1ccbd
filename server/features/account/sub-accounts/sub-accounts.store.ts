import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';

export interface SubAccountRow {
  /** Its user's number. */
  id: string;
  label: string;
  createdAt: Date;
  frozenAt: Date | null;
  /** By the desk. */
  isDisabled: boolean;
}

export interface Label {
  label: string;
  key: string;
}

const ROW = `s.user_id::text as id, s.label, s.created_at as "createdAt", s.frozen_at as "frozenAt",
  u.disabled_at is not null as "isDisabled"`;

/** The sub-accounts' SQL. */
@Injectable()
export class SubAccountsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The newest first. */
  list(mainId: string): Promise<SubAccountRow[]> {
    return this.source.query(
      `select ${ROW} from sub_account s join account_user u on u.id = s.user_id
        where s.main_id = $1 order by s.user_id desc`,
      [mainId],
    );
  }

  async find(mainId: string, id: string, tx: Transaction = this.source.manager): Promise<SubAccountRow | null> {
    const rows: SubAccountRow[] = await tx.query(
      `select ${ROW} from sub_account s join account_user u on u.id = s.user_id where s.main_id = $1 and s.user_id = $2`,
      [mainId, id],
    );
    return rows[0] ?? null;
  }

  /** Those of these users that are sub-accounts. */
  among(tx: Transaction, userIds: readonly string[]): Promise<{ id: string; mainId: string; label: string }[]> {
    return tx.query(
      `select s.user_id::text as id, s.main_id::text as "mainId", s.label from sub_account s
        where s.user_id = any ($1::bigint[])`,
      [userIds],
    );
  }

  /** Its number; null where there are so many already. @throws the states of `sub_account_open`. */
  open(tx: Transaction, mainId: string, { label, key }: Label, most: number, at: Date): Promise<string | null> {
    return callFunction(tx, 'sub_account_open', { user: mainId, label, labelKey: key, most, at }) as Promise<
      string | null
    >;
  }

  /** The name before; null where there is no such account. @throws the states of `sub_account_name`. */
  rename(tx: Transaction, mainId: string, id: string, { label, key }: Label): Promise<string | null> {
    return callFunction(tx, 'sub_account_name', { user: mainId, sub: id, label, labelKey: key }) as Promise<
      string | null
    >;
  }

  /** Whether it was the other way before; null where there is no such account. */
  freeze(tx: Transaction, mainId: string, id: string, frozen: boolean, at: Date): Promise<boolean | null> {
    return callFunction(tx, 'sub_account_freeze', { user: mainId, sub: id, frozen, at }) as Promise<boolean | null>;
  }
}

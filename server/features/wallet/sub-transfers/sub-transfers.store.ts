import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SubAccountPocket } from '../../../contract/rules/sub-accounts.rules.js';
import type { DecimalText } from '../../../contract/money.js';
import { callFunction } from '../../../platform/database/call-function.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { Claim } from '../../../platform/idempotency/command-key.js';
import { SESSIONS_CUT } from '../../account/sessions/index.js';

export interface NewSubTransfer {
  fromUser: string;
  from: SubAccountPocket;
  toUser: string;
  to: SubAccountPocket;
  currencyId: number;
  amount: DecimalText;
}

/** What is open in an account, real money alone. */
export interface OpenCounts {
  id: string;
  positions: number;
  orders: number;
  options: number;
  keys: number;
}

/** The SQL of the money of sub-accounts. */
@Injectable()
export class SubTransfersStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The whole transfer in one round trip. */
  async transfer(tx: Transaction, claim: Claim, { currencyId, ...transfer }: NewSubTransfer): Promise<void> {
    await callFunction(tx, 'sub_account_transfer', { ...claim.given, ...transfer, currency: currencyId });
  }

  /** Whether an account has less than what must stay in it. Call while the account is locked. */
  async isBelow(
    tx: Transaction,
    { fromUser, from, currencyId }: NewSubTransfer,
    minimum: DecimalText,
  ): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      `select from ledger_account
        where owner_key = $1 and kind = $2 and currency_id = $3 and not demo and shard = 0 and balance < $4
          and $4::numeric > 0`,
      [fromUser, from, currencyId, minimum],
    );
    return rows.length > 0;
  }

  counts(userIds: readonly string[], at: Date): Promise<OpenCounts[]> {
    return this.source.query(
      `select asked.id::text as id,
              (select count(*)::integer from futures_position f
                where f.user_id = asked.id and not f.demo and f.status in (0, 1, 2)) as positions,
              (select count(*)::integer from spot_order o
                where o.user_id = asked.id and not o.demo and o.status = 'open')
                + (select count(*)::integer from spot_stop s
                    where s.user_id = asked.id and not s.demo and s.status = 'waiting') as orders,
              (select count(*)::integer from option_order o
                where o.user_id = asked.id and not o.demo and o.status = 'open') as options,
              (select count(*)::integer from account_api_key k
                where k.user_id = asked.id and k.ended_at is null and (k.expires_at is null or k.expires_at > $2)
                  and k.created_at > ${SESSIONS_CUT}) as keys
         from unnest($1::bigint[]) as asked (id)`,
      [userIds, at],
    );
  }
}

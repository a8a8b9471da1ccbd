import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DecimalText } from '../../../contract/money.js';
import type { OtcCoinRow } from '../../../contract/operations/otc.dto.js';
import type { Transaction } from '../../../platform/database/transaction.js';

/** A coin as its rows say it; its price and the decimals of its quantities are worked out. */
export interface OtcCoin extends Omit<OtcCoinRow, 'decimals' | 'price'> {
  scale: number;
}

export interface OtcCoinTerms {
  leastQuantity: DecimalText;
  secondPersonAbove: DecimalText;
  enabled: boolean;
  sort: number;
}

const TEXT = (expression: string, name: string) => `trim_scale(${expression})::text as "${name}"`;
const COIN = `
  select c.id as "currencyId", c.code as coin, c.scale, coalesce(k.enabled, false) as enabled,
         ${TEXT('k.least_quantity', 'leastQuantity')}, ${TEXT('k.second_person_above', 'secondPersonAbove')},
         coalesce(k.sort, 0) as sort,
         (select count(*)::integer from otc_advert a join otc_merchant m on m.user_id = a.merchant_id and m.status = 'admitted'
           where a.currency_id = c.id and a.status = 'online' and k.enabled) as adverts,
         (select p.id::text from operator_proposal p
           where p.kind = 'otc-coin' and p.subject_id = c.id and p.status = 'open') as "proposalId"
    from wallet_currency w join currency c on c.id = w.currency_id left join otc_coin k on k.currency_id = c.id
   where w.spot`;
const FOUND = `($1::text is null or position(upper($1) in c.code) > 0)`;

/** Coins of the spot accounts, with what holds for them between users. */
@Injectable()
export class OtcCoinsStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** Those that are offered first. */
  list(search: string | null, limit: number, offset: number): Promise<OtcCoin[]> {
    return this.source.query(
      `${COIN} and ${FOUND} order by k.enabled desc nulls last, k.sort, c.id limit $2 offset $3`,
      [search, limit, offset],
    );
  }

  async count(search: string | null): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      `select count(*)::integer as count from wallet_currency w join currency c on c.id = w.currency_id
        where w.spot and ${FOUND}`,
      [search],
    );
    return rows[0]?.count ?? 0;
  }

  async find(tx: Transaction, currencyId: number): Promise<OtcCoin | null> {
    const rows: OtcCoin[] = await tx.query(`${COIN} and c.id = $1`, [currencyId]);
    return rows[0] ?? null;
  }

  async set(tx: Transaction, currencyId: number, terms: OtcCoinTerms): Promise<void> {
    const { leastQuantity, secondPersonAbove, enabled, sort } = terms;
    await tx.query(
      `insert into otc_coin as k (currency_id, least_quantity, second_person_above, enabled, sort) values ($1, $2, $3, $4, $5)
       on conflict (currency_id) do update
         set least_quantity = $2, second_person_above = $3, enabled = $4, sort = $5`,
      [currencyId, leastQuantity, secondPersonAbove, enabled, sort],
    );
  }
}

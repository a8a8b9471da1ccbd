import type { Pool } from 'pg';

/** All that a call could have changed of a user's money and orders. */
export interface Holdings {
  /** Kind of account, currency, demo, balance. */
  money: [string, number, boolean, string][];
  /** Orders, stops, positions and options, each with its state. */
  rows: [string, string, string][];
}

export async function holdingsOf(sql: Pool, userId: string): Promise<Holdings> {
  const { rows } = await sql.query<Holdings>(
    `select (select coalesce(json_agg(json_build_array(kind, currency_id, demo, trim_scale(balance)::text)
                       order by kind, currency_id, demo), '[]')
               from ledger_account where owner_id = $1 and balance <> 0) as money,
            (select coalesce(json_agg(json_build_array(what, id, state) order by what, id), '[]') from (
               select 'spot' as what, id::text, status as state from spot_order where user_id = $1
               union all select 'stop', id::text, status from spot_stop where user_id = $1
               union all select 'position', id::text, concat_ws(' ', status, lots) from futures_position where user_id = $1
               union all select 'option', id::text, status from option_order where user_id = $1) held) as rows`,
    [userId],
  );
  return rows[0] as Holdings;
}

/** USDT or coins that can be traded with. */
export function freeOf({ money }: Holdings, currencyId: number, demo: boolean): number {
  const found = money.find(([kind, currency, book]) => kind === 'spot' && currency === currencyId && book === demo);
  return Number(found?.[3] ?? 0);
}

/** The user's spot orders by their limits, which are different ones. */
export async function ordersOf(
  sql: Pool,
  userId: string,
): Promise<{ id: string; limit: string; status: string; demo: boolean }[]> {
  const { rows } = await sql.query(
    `select o.id::text, trim_scale(o.limit_price)::text as "limit", o.status, o.demo from spot_order o where o.user_id = $1 order by o.id`,
    [userId],
  );
  return rows;
}

/** Why each key of the user is accepted no more, by its row; null: it is. */
export async function keyEnds(sql: Pool, userId: string): Promise<[string, string | null][]> {
  const { rows } = await sql.query<{ id: string; reason: string | null }>(
    'select k.id::text, k.end_reason as reason from account_api_key k where k.user_id = $1 order by k.id',
    [userId],
  );
  return rows.map(({ id, reason }) => [id, reason]);
}

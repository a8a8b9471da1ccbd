import type { Pool } from 'pg';

/** Puts what people need who trade with each other straight into the database. */

/** As an order keeps where its seller is paid. */
const PAYMENT_SNAPSHOT = JSON.stringify({ id: '1', account: 'DE00 1234', bank: 'First Bank', branch: '', place: '' });

/** Somebody whom the desk has let in, with an advert of so many USDT at 7.1 CNY. @returns the advert's number. */
export async function anAdvertOf(sql: Pool, merchantId: string, total: string): Promise<string> {
  await sql.query(
    `insert into otc_merchant (user_id, nickname, nickname_key, status, applied_at, decided_at)
     values ($1, $2, $2, 'admitted', now(), now()) on conflict do nothing`,
    [merchantId, `trader${merchantId}`],
  );
  const payment = await aPaymentOf(sql, merchantId);
  const { rows } = await sql.query<{ id: string }>(
    `insert into otc_advert (merchant_id, side, currency_id, fiat, price, total, surplus, least, most, ways, payments,
       window_minutes, status, created_at, updated_at)
     values ($1, 'sell', 3, 'CNY', 7.1, $2, $2, 10, 5000, '{bank}', array[$3::bigint], 30, 'online', now(), now())
     returning id::text`,
    [merchantId, total, payment],
  );
  return rows[0]?.id ?? '';
}

export async function aPaymentOf(sql: Pool, userId: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into otc_payment (user_id, way, details, created_at)
     values ($1, 'bank', '{"account": "DE00 1234", "bank": "First Bank", "branch": ""}', now()) returning id::text`,
    [userId],
  );
  return rows[0]?.id ?? '';
}

/**
 * Lets eleven minutes pass after the payment of an order, so that it can be appealed. The seller is reminded by then, which is
 * written down and sent like every step: the books stay in order.
 */
export async function remindedOrder(
  ask: (sql: string, values: unknown[]) => Promise<unknown>,
  orderId: string,
): Promise<void> {
  await ask(
    `with moved as (
       update otc_order set paid_at = paid_at - interval '11 minutes', reminded = true, version = version + 1
        where id = $1 returning *),
     noted as (
       insert into otc_step (order_id, number, from_status, to_status, actor, event, at)
       select id, version, 2, 2, 'clock', 'remind', now() from moved)
     select outbox_append_all(array[buyer_id, seller_id], array['c2c', 'c2c'],
              array[payload || jsonb_build_object('side', 'buy'), payload || jsonb_build_object('side', 'sell')], now())
       from moved, lateral (select jsonb_build_object(
         'entity', concat('otc-order:', id), 'entityVersion', version, 'orderId', id::text, 'state', 'paid',
         'event', 'remind', 'currencyId', currency_id, 'quantity', trim_scale(quantity)::text, 'fiat', fiat,
         'amount', trim_scale(amount)::text, 'payUntil', (extract(epoch from pay_until) * 1000)::bigint) as payload) one`,
    [orderId],
  );
}

/**
 * Orders whose coins are held and whose payment is overdue, or will be within so many seconds, one pair of people each:
 * seller, buyer, seller, buyer. For workers that are ended while they have them to cancel.
 */
export async function unpaidOrders(sql: Pool, people: readonly string[], seconds: number): Promise<void> {
  const pairs = Math.floor(people.length / 2);
  for (let pair = 0; pair < pairs; pair += 1) {
    const [seller, buyer] = [people[pair * 2] as string, people[pair * 2 + 1] as string];
    const advert = await anAdvertOf(sql, seller, '1000');
    const client = await sql.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        `insert into otc_order (advert_id, merchant_id, taker_id, buyer_id, seller_id, currency_id, fiat, price, quantity, amount,
           way, payment, buyer_name, seller_name, terms, window_minutes, pay_until, created_at, updated_at)
         values ($1, $2, $3, $3, $2, 3, 'CNY', 7.1, 100, 710, 'bank', $5::jsonb, 'Ann Example', 'Ann Example', '', 30,
           now() + $4 * interval '1 second', now() - interval '30 minutes', now()) returning id::text`,
        [advert, seller, buyer, Math.floor((seconds * pair) / pairs), PAYMENT_SNAPSHOT],
      );
      const id = rows[0]?.id ?? '';
      await client.query(
        `select ledger_post('otc.escrow', $1, now(), false, array[$2, $2]::bigint[], array['spot', 'spot_frozen'], array[3, 3],
           array[-100, 100]::numeric[], array[null, 'otc-order:' || $1])`,
        [id, seller],
      );
      await client.query('update otc_advert set surplus = surplus - 100 where id = $1', [advert]);
      await client.query(
        `insert into otc_step (order_id, number, from_status, to_status, actor, event, user_id, at)
         values ($1, 1, 0, 1, 'taker', 'open', $2, now())`,
        [id, buyer],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  }
}

import { randomUUID } from 'node:crypto';
// The rows that the journals below name, for tests that load no more than the ledger.
import '../../features/wallet/balances/balances-invariants.js';
import '../../features/wallet/demo/demo-invariants.js';

/** Asks a database inside a transaction of the caller and answers the rows. */
export type Ask = (sql: string, values?: unknown[]) => Promise<unknown>;

export interface Gift {
  kind: string;
  amount: string;
  currencyId?: number;
  demo?: boolean;
  at?: Date;
}

/**
 * Whoever was told of the account before is told of this, too: of two events that follow each other the second one's change leads from
 * the balance of the first to its own (X01). Nobody else is: what a test then finds is what it did.
 */
const TELL = `
  select count(outbox_append_batch(p.owner, array['balance'], array[balance_event($9, $3, $5, $6::numeric,
           p.balances[1]::numeric, p.numbers[1], $7, p.journal_id)], told.at))
    from posted p cross join lateral (select max(o.at) as at from outbox o where o.user_id = p.owner) told
   where exists (select from outbox o where o.user_id = p.owner and o.kind = 'balance'
           and o.payload ->> 'entity' = balance_entity($9, $3, $5))`;

/**
 * Gives each user money as the product itself would: real money as an adjustment that two operators booked before today,
 * demo money as a grant. So the books of a test are in order, whoever checks them. Written past the guards, which want
 * the operators and the caps of a day.
 */
export async function giveMoney(ask: Ask, owners: readonly string[], gift: Gift): Promise<void> {
  const { kind, amount, currencyId = 3, demo = false, at = new Date() } = gift;
  await ask('set local session_replication_role = replica');
  const rows = demo
    ? await ask(
        `insert into demo_grant (user_id, kind, at) select u, 'top-up', now() - interval '2 days'
           from unnest($1::bigint[]) u returning id, user_id as owner`,
        [owners],
      )
    : await ask(
        `insert into wallet_adjustment (user_id, account, currency_id, amount, reason, status, proposed_by, proposed_at,
           decided_by, decided_at, booked_at)
         select u, $2, $3, $4, 'a test', 'booked', 1, timestamptz '2025-01-01', 2, timestamptz '2025-01-01',
                timestamptz '2025-01-01' from unnest($1::bigint[]) u returning id, user_id as owner`,
        [owners, kind, currencyId, amount],
      );
  await ask('set local session_replication_role = origin');
  const booked = rows as { id: string; owner: string }[];
  await ask(
    `with posted as materialized (
       select gift.owner, booked.* from unnest($1::bigint[], $2::bigint[]) as gift (id, owner)
        cross join lateral ledger_post($7, id::text, $8, $9, array[owner, null]::bigint[], array[$3, $4], array[$5, $5]::integer[],
          array[$6::numeric, -$6::numeric], array[null, null]::text[]) booked)
     ${TELL}`,
    [
      booked.map(({ id }) => id),
      booked.map(({ owner }) => owner),
      kind,
      demo ? 'sim_mint' : 'adjustment',
      currencyId,
      amount,
      demo ? 'demo.grant' : 'wallet.adjustment',
      at,
      demo,
    ],
  );
}

/** Takes money away as nobody may. With the reason `test.move`, which `ledger.js` registers. */
export async function takeMoney(
  ask: Ask,
  owner: string,
  { kind, amount, currencyId = 3, demo = false, at = new Date() }: Gift,
): Promise<void> {
  await ask(
    `with posted as materialized (
       select $2::bigint as owner, booked.* from ledger_post($7, $1, $8, $9, array[$2, null]::bigint[], array[$3, $4],
         array[$5, $5]::integer[], array[$6::numeric, -$6::numeric], array[null, null]::text[]) booked)
     ${TELL}`,
    [randomUUID(), owner, kind, 'adjustment', currencyId, `-${amount}`, 'test.move', at, demo],
  );
}

/** Puts money into the insurance fund, as two operators would. Answers nothing. */
export async function insure(ask: Ask, amount: string, demo = false): Promise<void> {
  await ask('set local session_replication_role = replica');
  const rows = await ask(
    `insert into operator_proposal (kind, detail, reason, status, proposed_by, proposed_at, decided_by, decided_at)
     values ('insurance', jsonb_build_object('currency', 'USDT', 'currencyId', 3, 'amount', $1::text), 'a test', 'approved',
       1, now(), 2, now()) returning id`,
    [amount],
  );
  await ask('set local session_replication_role = origin');
  await ask(
    `select ledger_post('insurance.top-up', $1, now(), $3, array[null, null]::bigint[],
       array['insurance', 'adjustment'], array[3, 3], array[$2, -($2::numeric)]::numeric[], array[null, null]::text[])`,
    [(rows as { id: string }[])[0]?.id, amount, demo],
  );
}

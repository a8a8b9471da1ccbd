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

/** One account of a user and what moved on it. */
type Moved = Required<Gift> & { reason: string };

/** What the ledger answered. */
interface Posted {
  owner: string;
  journal: string;
  balance: string;
  number: string;
}

const POSTED = 'owner::text, journal_id::text as journal, balances[1] as balance, numbers[1]::text as number';

/**
 * Whoever was told of the account before is told of this, too: of two events that follow each other the second one's change leads from
 * the balance of the first to its own (X01). Nobody else is: what a test then finds is what it did.
 */
async function publish(
  ask: Ask,
  posted: readonly Posted[],
  { kind, amount, currencyId, demo, reason }: Moved,
): Promise<void> {
  const known = (await ask(
    `select distinct o.user_id::text as owner from outbox o
      where o.user_id = any ($1::bigint[]) and o.kind = 'balance' and o.payload ->> 'entity' = balance_entity($2, $3, $4)`,
    [posted.map(({ owner }) => owner), demo, kind, currencyId],
  )) as Pick<Posted, 'owner'>[];
  for (const { owner, journal, balance, number } of posted) {
    if (!known.some((each) => each.owner === owner)) continue;
    await ask(
      `select outbox_append($1, 'balance', balance_event($2, $3, $4, $5::numeric, $6::numeric, $7, $8, $9),
                (select max(o.at) from outbox o where o.user_id = $1))`,
      [owner, demo, kind, currencyId, amount, balance, number, reason, journal],
    );
  }
}

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
  const reason = demo ? 'demo.grant' : 'wallet.adjustment';
  const posted = await ask(
    `select ${POSTED} from unnest($1::bigint[], $2::bigint[]) as gift (id, owner)
      cross join lateral ledger_post($7, id::text, $8, $9, array[owner, null]::bigint[], array[$3, $4], array[$5, $5]::integer[],
        array[$6::numeric, -$6::numeric], array[null, null]::text[])`,
    [
      booked.map(({ id }) => id),
      booked.map(({ owner }) => owner),
      kind,
      demo ? 'sim_mint' : 'adjustment',
      currencyId,
      amount,
      reason,
      at,
      demo,
    ],
  );
  await publish(ask, posted as Posted[], { kind, amount, currencyId, demo, at, reason });
}

/** Takes money away as nobody may. With the reason `test.move`, which `ledger.js` registers. */
export async function takeMoney(
  ask: Ask,
  owner: string,
  { kind, amount, currencyId = 3, demo = false, at = new Date() }: Gift,
): Promise<void> {
  const reason = 'test.move';
  const posted = await ask(
    `select ${POSTED} from (select $2::bigint as owner) taken
      cross join lateral ledger_post($7, $1, $8, $9, array[owner, null]::bigint[], array[$3, $4], array[$5, $5]::integer[],
        array[$6::numeric, -$6::numeric], array[null, null]::text[])`,
    [randomUUID(), owner, kind, 'house_pnl', currencyId, `-${amount}`, reason, at, demo],
  );
  await publish(ask, posted as Posted[], { kind, amount: `-${amount}`, currencyId, demo, at, reason });
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

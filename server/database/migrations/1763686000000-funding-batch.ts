import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A batch of one and one of thousands want different plans, so each call is planned for what it was given. */
const SETTINGS = `security definer set search_path = public, pg_temp set enable_seqscan = off
  set plan_cache_mode = force_custom_plan`;

const STATEMENTS = [
  'drop function funding_settle(integer, timestamptz, integer, timestamptz)',
  // What one position pays. Amounts of the position's currency; below zero it receives.
  `create type funding_step as (
     -- by user and position: the order in which a user's positions take from the same account
     place integer,
     id bigint,
     user_id bigint,
     currency_id integer,
     demo boolean,
     lots integer,
     notional numeric,
     owed numeric,
     from_account numeric,
     from_margin numeric
   )`,
  /**
   * Locks positions that nobody else has, then the accounts of their users, then that of the house: the order of
   * everybody who takes several. Answers what is locked.
   */
  `create function funding_stand(p_market integer, p_ids bigint[]) returns bigint[] language plpgsql ${SETTINGS} as $$
   declare
     held record;
   begin
     select array_agg(locked.id) as ids, array_agg(distinct locked.user_id) as users into held from (
       select f.id, f.user_id from futures_position f
        where f.id = any (p_ids) and f.market_id = p_market
        order by f.id for no key update skip locked) locked;
     perform from (
       select a.id from ledger_account a
        where a.owner_key = any (held.users) and a.kind in ('contract', 'contract_frozen') and a.shard = 0
        order by a.owner_id, a.kind collate "C", a.currency_id, a.demo for no key update) accounts;
     perform from (
       select a.id from ledger_account a
        where a.owner_key = 0 and a.kind = 'house_pnl' and a.shard = ledger_shard(null, a.kind)
          and (a.currency_id, a.demo) in (
            select f.currency_id, f.demo from futures_position f where f.id = any (held.ids))
        order by a.currency_id, a.demo for no key update) house;
     return held.ids;
   end $$`,
  /**
   * What each position pays, of those that were open at the stamp and have no charge for it. What is paid is rounded up
   * and what is received is rounded down. An isolated position pays from its margin and receives into it; a cross one from
   * the contract account, then from its margin. One that has closed since pays from the contract account, an isolated
   * one no more than it gave back there. Nobody pays more than there is: a position keeps the smallest amount as margin,
   * and what it could not pay is the house's.
   *
   * Positions of one account pay in their order, each from what those before have left. With \`free\` the balance that
   * there would be if it might go below zero, the lowest \`free\` so far, where it is below zero, is what the account
   * could not pay so far; so what a position could not pay is by how much that has fallen with it.
   */
  `create function funding_plan(p_rate funding_rate, p_ids bigint[]) returns funding_step[]
   language plpgsql stable ${SETTINGS} as $$
   begin
     return (
       with held as (
         select f.id, f.user_id, f.currency_id, f.demo, f.status = 3 as is_closed, f.margin_mode = 'cross' as is_cross,
                f.margin, stamp.lots, stamp.notional, stamp.unit,
                ceil(f.side * stamp.notional * p_rate.rate * stamp.unit) / stamp.unit as owed,
                case when f.closed_as = 'liquidated' then 0
                     else f.initial_margin + f.added_margin + f.realised_profit + f.funding end as given_back
           from futures_position f
           join currency c on c.id = f.currency_id
          -- Looked up one by one: no plan can read all that ever was due, or charged.
          cross join lateral (select (select d.lots from funding_due d
            where d.position_id = f.id and d.stamp = p_rate.stamp) as lots) due
          cross join lateral (select coalesce(due.lots, f.lots) as lots,
            coalesce(due.lots, f.lots) * f.lot_size * p_rate.mark as notional, 10::numeric ^ c.scale as unit) stamp
          where f.id = any (p_ids) and (due.lots is not null or (f.status = 1 and f.opened_at <= p_rate.stamp))
            and (select c.position_id from funding_charge c
                  where c.position_id = f.id and c.stamp = p_rate.stamp) is null),
       wanting as (
         select held.*, case when is_cross then owed when not is_closed then 0 when owed < 0 then owed
                             else greatest(0, least(owed, given_back)) end as wanted
           from held),
       spending as (
         select wanting.*, coalesce((select a.balance from ledger_account a
                  where a.owner_key = user_id and a.kind = 'contract' and a.currency_id = wanting.currency_id
                    and a.demo = wanting.demo and a.shard = 0), 0) - sum(wanted) over account as free
           from wanting
         window account as (partition by user_id, currency_id, demo order by id)),
       lacking as (
         select spending.*, least(0, min(free) over account) as lack
           from spending
         window account as (partition by user_id, currency_id, demo order by id)),
       paying as (
         select lacking.*, wanted + lack - lag(lack, 1, 0::numeric) over account as from_account,
                row_number() over (order by user_id, id)::integer as place
           from lacking
         window account as (partition by user_id, currency_id, demo order by id))
       select array_agg(row(place, id, user_id, currency_id, demo, lots, notional, owed, from_account,
                case when is_closed then 0 else least(owed - from_account, margin - 1 / unit) end)::funding_step
                order by place)
         from paying);
   end $$`,
  /** Books what positions of one book pay, a journal for each, and answers the events of the users' balances. */
  `create function funding_book(p_steps funding_step[], p_stamp timestamptz, p_demo boolean, p_at timestamptz,
     out places integer[], out parts integer[], out owners bigint[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     legs record;
     posted record;
   begin
     select array_agg(step.place order by step.place, leg.part) as places,
            array_agg(leg.part order by step.place, leg.part) as parts,
            array_agg(concat(step.id, ':', extract(epoch from p_stamp)::bigint) order by step.place, leg.part) as refs,
            array_agg(leg.owner order by step.place, leg.part) as owners,
            array_agg(leg.kind order by step.place, leg.part) as kinds,
            array_agg(step.currency_id order by step.place, leg.part) as currencies,
            array_agg(leg.amount order by step.place, leg.part) as amounts,
            array_agg(leg.hold order by step.place, leg.part) as holds
       into legs
       from unnest(p_steps) step
      cross join lateral (values
        (1, step.user_id, 'contract', -step.from_account, null),
        (2, step.user_id, 'contract_frozen', -step.from_margin, concat('position:', step.id)),
        (3, null, 'house_pnl', step.from_account + step.from_margin, null)) as leg (part, owner, kind, amount, hold)
      where step.demo = p_demo and leg.amount <> 0;
     if legs.refs is null then
       return;
     end if;
     select * into posted from ledger_post_batch('futures.funding', p_at, p_demo, legs.refs, legs.owners, legs.kinds,
       legs.currencies, legs.amounts, legs.holds);
     if cardinality(posted.replayed) > 0 then
       raise exception 'futures.funding % stands in the books already', posted.replayed[1] using errcode = 'LG003';
     end if;
     -- What the batch left on an account, less what the legs behind have moved, is what a leg left.
     select array_agg(told.place), array_agg(told.part), array_agg(told.owner),
            array_agg(balance_event(p_demo, told.kind, told.currency, told.amount, told.after, told.number,
              'futures.funding', told.journal))
       into places, parts, owners, events
       from (
         select leg.place, leg.part, leg.owner, leg.kind, leg.currency, leg.amount, made.journal,
                a.after - sum(leg.amount) over behind + leg.amount as after,
                a.number - row_number() over behind + 1 as number
           from unnest(legs.places, legs.parts, legs.refs, legs.owners, legs.kinds, legs.currencies, legs.amounts)
             as leg (place, part, reference, owner, kind, currency, amount)
           join unnest(posted.journal_references, posted.journal_ids) as made (reference, journal)
             on made.reference = leg.reference
           join unnest(posted.owners, posted.kinds, posted.currencies, posted.afters, posted.numbers)
             as a (owner, kind, currency, after, number)
             on a.owner = leg.owner and a.kind = leg.kind and a.currency = leg.currency
         window behind as (partition by leg.owner, leg.kind, leg.currency order by leg.place desc)) told;
   end $$`,
  /** Writes money, rows, charges and events of positions: of each position its row first, its balances after it. */
  `create function funding_write(p_steps funding_step[], p_rate funding_rate, p_at timestamptz) returns void
   language plpgsql ${SETTINGS} as $$
   declare
     is_demo boolean;
     booked record;
     places integer[] := '{}';
     parts integer[] := '{}';
     owners bigint[] := '{}';
     events jsonb[] := '{}';
     told record;
   begin
     foreach is_demo in array array[false, true] loop
       select * into booked from funding_book(p_steps, p_rate.stamp, is_demo, p_at);
       places := places || booked.places;
       parts := parts || booked.parts;
       owners := owners || booked.owners;
       events := events || booked.events;
     end loop;
     update futures_position f set margin = f.margin - step.from_margin,
            funding = f.funding - step.from_account - step.from_margin, updated_at = p_at
       from unnest(p_steps) step
      where f.id = step.id and step.from_account + step.from_margin <> 0;
     insert into funding_charge (position_id, stamp, user_id, market_id, demo, lots, mark, rate, notional, owed, paid, at)
     select step.id, p_rate.stamp, step.user_id, p_rate.market_id, step.demo, step.lots, p_rate.mark, p_rate.rate,
            step.notional, step.owed, step.from_account + step.from_margin, p_at
       from unnest(p_steps) step order by step.id;
     select array_agg(event.owner order by event.place, event.part) as owners,
            array_agg(event.kind order by event.place, event.part) as kinds,
            array_agg(event.payload order by event.place, event.part) as payloads
       into told
       from (
         select step.place, 0 as part, step.user_id as owner, 'position' as kind, futures_position_event(f) as payload
           from unnest(p_steps) step join futures_position f on f.id = step.id
         union all
         select balance.place, balance.part, balance.owner, 'balance', balance.payload
           from unnest(places, parts, owners, events) as balance (place, part, owner, payload)) event;
     perform outbox_append_many(told.owners, told.kinds, told.payloads, p_at);
   end $$`,
  /**
   * Charges positions of a market for a stamp, each for the lots that it had then: all of them or none. Left out is who
   * was not open then, who has his charge already, and whoever somebody else is at. Answers how many, and their users.
   */
  `create function funding_settle(p_market integer, p_stamp timestamptz, p_ids bigint[], p_at timestamptz,
     out charged integer, out users bigint[])
   language plpgsql ${SETTINGS} as $$
   declare
     -- Given first, so that whoever holds a number of a journal is known to run: the sealer waits for it.
     transaction_id constant xid8 := pg_current_xact_id();
     decided funding_rate;
     held bigint[];
     steps funding_step[];
   begin
     select * into strict decided from funding_rate where market_id = p_market and stamp = p_stamp;
     held := funding_stand(p_market, p_ids);
     -- Read behind the locks: what has closed meanwhile has left its lots, and what is charged has its charge.
     steps := coalesce(funding_plan(decided, held), '{}');
     charged := cardinality(steps);
     users := array(select distinct step.user_id from unnest(steps) step);
     if charged > 0 then
       perform funding_write(steps, decided, p_at);
     end if;
   end $$`,
  `revoke all on function funding_stand, funding_plan, funding_book, funding_write, funding_settle from public`,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function funding_settle to gateway_app;
     end if;
   end $$`,
];

/** Funding of many positions at once: hundreds of thousands may be open at a stamp. The amounts are what they were. */
export class FundingBatch1763686000000 implements MigrationInterface {
  name = 'FundingBatch1763686000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

/** The parameters and the beginning of every command: those of the idempotent commands. */
const CLAIM_PARAMETERS = `p_user bigint, p_route text, p_key text, p_fingerprint bytea, p_at timestamptz,
     p_window_seconds integer, p_reply text`;

const MS = (column: string) => `(extract(epoch from p.${column}) * 1000)::bigint`;
const TEXT = (column: string) => `trim_scale(p.${column})::text`;

/** `FuturesPositionView` of the contract: 44 names, so that with those of an event it stays one call of at most 50. */
const VIEW = `'positionId', p.id::text, 'marketId', p.market_id, 'market', symbol,
     'currencyId', p.currency_id, 'demo', p.demo, 'side', case p.side when 1 then 'long' else 'short' end,
     'priceType', p.price_type, 'marginMode', p.margin_mode, 'status', p.status,
     'state', (array['pending', 'holding', 'closing', 'closed', 'cancelled'])[p.status + 1], 'closedAs', p.closed_as,
     'leverage', p.leverage, 'lotSize', ${TEXT('lot_size')}, 'lots', p.lots, 'lotsOrdered', p.lots_ordered,
     'limitPrice', ${TEXT('limit_price')}, 'marketPrice', ${TEXT('market_price')},
     'entryPrice', ${TEXT('entry_price')}, 'closePrice', ${TEXT('close_price')},
     'takeProfit', ${TEXT('take_profit')}, 'takeProfitSource', p.take_profit_source,
     'stopLoss', ${TEXT('stop_loss')}, 'stopLossSource', p.stop_loss_source,
     'reserved', ${TEXT('reserved')}, 'initialMargin', ${TEXT('initial_margin')},
     'addedMargin', ${TEXT('added_margin')}, 'margin', ${TEXT('margin')},
     'openFeeRatio', ${TEXT('open_fee_ratio')}, 'closeFeeRatio', ${TEXT('close_fee_ratio')},
     'fee', ${TEXT('fee')}, 'funding', ${TEXT('funding')}, 'realisedProfit', ${TEXT('realised_profit')},
     'shortfall', ${TEXT('shortfall')}, 'insurance', ${TEXT('insurance')},
     'liquidationPrice', ${TEXT('liquidation_price')}, 'liquidatedAt', ${MS('liquidated_at')},
     'createdAt', ${MS('created_at')}, 'openedAt', ${MS('opened_at')}, 'closedAt', ${MS('closed_at')},
     'updatedAt', ${MS('updated_at')}, 'version', p.version`;

/** A function of a row that answers its view, with further names before it. */
const viewOf = (name: string, further: string) => `
   create or replace function ${name}(p futures_position) returns jsonb language plpgsql stable as $$
   declare
     symbol text;
   begin
     select m.symbol into symbol from market m where m.id = p.market_id;
     return jsonb_build_object(${further}${VIEW});
   end $$`;

/** What a table's checks and foreign keys said, said by the table's own trigger: see the migration. */
const GUARDS = [
  `alter table futures_position
     drop constraint futures_position_pending, drop constraint futures_position_held,
     drop constraint futures_position_opened, drop constraint futures_position_ended,
     drop constraint futures_position_limit, drop constraint futures_position_loss,
     drop constraint futures_position_user_id_fkey, drop constraint futures_position_market_id_fkey`,
  `create or replace function futures_position_guard() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       raise exception 'a position is never deleted' using errcode = 'FU009';
     end if;
     if (new.status = 0) <> (new.reserved > 0)
       or (case when new.status in (1, 2) then new.lots < 1 or new.margin <= 0 else new.margin <> 0 end)
       or (new.opened_at is not null) <> (new.status in (1, 2, 3))
       or (new.entry_price is not null) <> (new.opened_at is not null)
       or (new.closed_at is not null) <> (new.status in (3, 4))
       or (new.closed_as is not null) <> (new.status in (3, 4))
       or (new.limit_price is not null) <> (new.price_type = 'limit') then
       raise exception 'a position has what belongs to its status, and nothing else' using errcode = '23514';
     end if;
     -- C02: an isolated loss stops at the margin.
     if new.margin_mode <> 'cross' and new.realised_profit + new.funding < -(new.initial_margin + new.added_margin) then
       raise exception 'an isolated position loses its margin at most' using errcode = '23514';
     end if;
     if tg_op = 'INSERT' then
       if new.status not in (0, 1) then
         raise exception 'a position begins pending or holding' using errcode = 'FU009';
       end if;
       if not exists (select from futures_product f where f.market_id = new.market_id) then
         raise exception 'a position is of a product' using errcode = '23503';
       end if;
       return new;
     end if;
     if (old.user_id, old.market_id, old.currency_id, old.demo, old.side, old.price_type, old.lot_size, old.lots_ordered,
         old.leverage, old.open_fee_ratio, old.close_fee_ratio, old.created_at)
        is distinct from
        (new.user_id, new.market_id, new.currency_id, new.demo, new.side, new.price_type, new.lot_size, new.lots_ordered,
         new.leverage, new.open_fee_ratio, new.close_fee_ratio, new.created_at)
        or (old.status > 0 and (old.entry_price, old.initial_margin, old.margin_mode) is distinct from
                               (new.entry_price, new.initial_margin, new.margin_mode)) then
       raise exception 'what a position is does not change' using errcode = 'FU009';
     end if;
     if old.status = 3 and new.funding <> old.funding then
       -- What was open at a stamp is charged even when it has closed since, and that is all that changes.
       if to_jsonb(new) - array['funding', 'updated_at'] <> to_jsonb(old) - array['funding', 'updated_at'] then
         raise exception 'of a closed position nothing but its funding changes' using errcode = 'FU009';
       end if;
     elsif old.status in (3, 4) or (old.status <> new.status
        and (old.status, new.status) not in ((0, 1), (0, 4), (1, 2), (2, 3))) then
       raise exception 'no way from status % to %', old.status, new.status using errcode = 'FU009';
     end if;
     new.version := old.version + 1;
     new.changed_in := pg_current_xact_id();
     return new;
   end $$`,
  // A new row comes alone; rows that change together are told of once a statement.
  'drop trigger futures_position_trace_new on futures_position',
  `create function futures_position_trace_new() returns trigger language plpgsql set enable_seqscan = off as $$
   begin
     insert into futures_position_step (position_id, version, from_status, to_status, at)
     values (new.id, new.version, null, new.status, new.updated_at);
     if new.status = 1 then
       insert into futures_open_lots as o (market_id, demo, side, shard, lots)
       values (new.market_id, new.demo, new.side, pg_backend_pid() % 16, new.lots)
       on conflict (market_id, demo, side, shard) do update set lots = o.lots + excluded.lots;
     end if;
     return null;
   end $$`,
  `create trigger futures_position_trace_new after insert on futures_position
     for each row execute function futures_position_trace_new()`,
];

/**
 * Opens a position at a price (status 1), or puts a limit order in (status 0) whose margin and fee are reserved. Every
 * value has its own parameter: a record that is made of JSON costs as much as the row's insert. `p_marks` is JSON by
 * market, read only when there are cross positions, for what they have lost.
 */
const SUBMIT = `
  create function futures_submit(${CLAIM_PARAMETERS},
     p_market integer, p_currency integer, p_demo boolean, p_side smallint, p_price_type text, p_margin_mode text,
     p_status smallint, p_leverage integer, p_lot_size numeric, p_lots integer, p_limit_price numeric,
     p_market_price numeric, p_entry_price numeric, p_take_profit numeric, p_take_profit_source text,
     p_stop_loss numeric, p_stop_loss_source text, p_margin numeric, p_fee numeric, p_open_fee_ratio numeric,
     p_close_fee_ratio numeric, p_open_rows integer, p_new_leverage integer, p_new_since timestamptz, p_marks text)
   returns text language plpgsql
   security definer set search_path = public, pg_temp set enable_seqscan = off as $$
   declare
     fills constant boolean := p_status = 1;
     total constant numeric := p_margin + p_fee;
     frozen constant numeric := case when fills then p_margin else total end;
     reason constant text := case when fills then 'futures.open' else 'futures.reserve' end;
     claim record;
     product record;
     posted record;
     balances jsonb[];
     standing record;
     order_id bigint;
     hold text;
     o futures_position;
   begin
     select c.claimed, c.reply into claim
       from idempotency_claim(p_user, p_route, p_key, p_fingerprint, p_at, p_window_seconds, p_reply) c;
     if not claim.claimed then
       return claim.reply;
     end if;
     perform trading_assert_open();
     select f.enabled, p_leverage = any (f.leverages) as has_leverage, f.open_lots_max into product
       from futures_product f where f.market_id = p_market;
     if product.enabled is not true then
       raise exception 'not offered now' using errcode = 'FU006';
     end if;
     if not product.has_leverage or (p_leverage > p_new_leverage
        and exists (select from account_user u where u.id = p_user and u.created_at > p_new_since)) then
       raise exception 'leverage not offered' using errcode = 'FU005';
     end if;
     order_id := nextval('futures_position_id_seq');
     hold := case when fills then 'position:' else 'contract-order:' end || order_id;
     if fills and p_fee > 0 then
       select p.journal_id, p.balances, p.numbers into posted
         from ledger_post(reason, order_id::text, p_at, p_demo, array[p_user, p_user, null],
           array['contract', 'contract_frozen', 'fee'], array[p_currency, p_currency, p_currency],
           array[-total, frozen, p_fee], array[null, hold, null]) p;
     else
       select p.journal_id, p.balances, p.numbers into posted
         from ledger_post(reason, order_id::text, p_at, p_demo, array[p_user, p_user],
           array['contract', 'contract_frozen'], array[p_currency, p_currency],
           array[-total, frozen], array[null, hold]) p;
     end if;
     balances := array[
       balance_event(p_demo, 'contract', p_currency, -total, posted.balances[1]::numeric, posted.numbers[1], reason,
         posted.journal_id),
       balance_event(p_demo, 'contract_frozen', p_currency, frozen, posted.balances[2]::numeric, posted.numbers[2],
         reason, posted.journal_id)];
     -- Asked behind the lock of the account that every order takes, so that two at once see each other.
     select count(*) as rows, bool_or(f.margin_mode = 'cross' and f.status in (1, 2)) as cross_held into standing
       from futures_position f where f.user_id = p_user and f.demo = p_demo and f.status in (0, 1, 2);
     if standing.rows >= p_open_rows then
       raise exception 'too many open rows' using errcode = 'FU004';
     end if;
     if standing.cross_held then
       perform futures_assert_kept(balances, p_user, p_currency, p_demo, p_marks::jsonb);
     end if;
     insert into futures_position (id, user_id, market_id, currency_id, demo, side, price_type, margin_mode, status,
       leverage, lot_size, lots, lots_ordered, limit_price, market_price, entry_price, take_profit, take_profit_source,
       stop_loss, stop_loss_source, reserved, initial_margin, margin, open_fee_ratio, close_fee_ratio, fee, created_at,
       opened_at, updated_at)
     overriding system value
     values (order_id, p_user, p_market, p_currency, p_demo, p_side, p_price_type,
       coalesce(p_margin_mode, (select f.margin_mode from futures_preference f
         where f.user_id = p_user and f.demo = p_demo), 'isolated'), p_status,
       p_leverage, p_lot_size, p_lots, p_lots, p_limit_price, p_market_price, p_entry_price, p_take_profit,
       p_take_profit_source, p_stop_loss, p_stop_loss_source, case when fills then 0 else total end,
       case when fills then p_margin else 0 end, case when fills then p_margin else 0 end, p_open_fee_ratio,
       p_close_fee_ratio, case when fills then p_fee else 0 end, p_at, case when fills then p_at end, p_at)
     returning * into o;
     if fills and (select sum(l.lots) from futures_open_lots l
          where l.market_id = p_market and l.demo = p_demo and l.side = p_side) > product.open_lots_max then
       raise exception 'too many lots are open in the market' using errcode = 'FU003';
     end if;
     perform outbox_append_batch(p_user, array[case when fills then 'position' else 'order' end, 'balance', 'balance'],
       array[case when fills then futures_position_event(o) else futures_order_event(o) end] || balances, p_at);
     return claim.reply;
   end $$`;

/** Perpetual contracts: the same rules and replies with less work per order. */
export const LEAN_FUTURES = [
  ...GUARDS,
  viewOf('futures_view', ''),
  viewOf(
    'futures_position_event',
    `'entity', concat('position:', p.id), 'entityVersion', p.version,
     'quantity', trim_scale(p.lots * p.lot_size)::text, `,
  ),
  `drop function futures_submit(bigint, text, text, bytea, timestamptz, integer, text, jsonb, jsonb)`,
  SUBMIT,
  'revoke all on function futures_submit from public',
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       grant execute on function futures_submit to gateway_app;
     end if;
   end $$`,
];

const SETTINGS = 'set search_path = public, pg_temp set enable_seqscan = off';

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint`;
const TEXT = (column: string) => `trim_scale(${column})::text`;

/**
 * The inner stored functions of perpetual contracts: each changes one position that it locks, books its money and
 * answers the events that tell of it, which the caller appends last. SQLSTATEs: FU001 no such position, FU002 not in
 * the status that this needs, FU003 too many lots are open in the market, FU004 too many open rows, FU005 leverage not
 * offered, FU006 not offered now, FU009 refused by the table's guards, FU010 a cross position has no mark; those of the
 * ledger pass through.
 */
export const FUTURES_FUNCTIONS = [
  /**
   * What HTTP replies and events show of a row; `FuturesPositionView` of the contract. In plpgsql, which keeps its plans:
   * SQL functions of this size are planned anew by every call.
   */
  `create function futures_view(p futures_position) returns jsonb language plpgsql stable as $$
   declare
     symbol text;
   begin
     select m.symbol into symbol from market m where m.id = p.market_id;
     return jsonb_build_object(
       'positionId', p.id::text, 'marketId', p.market_id, 'market', symbol,
       'currencyId', p.currency_id, 'demo', p.demo, 'side', case p.side when 1 then 'long' else 'short' end,
       'priceType', p.price_type, 'marginMode', p.margin_mode, 'status', p.status,
       'state', (array['pending', 'holding', 'closing', 'closed', 'cancelled'])[p.status + 1], 'closedAs', p.closed_as,
       'leverage', p.leverage, 'lotSize', ${TEXT('p.lot_size')}, 'lots', p.lots, 'lotsOrdered', p.lots_ordered,
       'limitPrice', ${TEXT('p.limit_price')}, 'marketPrice', ${TEXT('p.market_price')},
       'entryPrice', ${TEXT('p.entry_price')}, 'closePrice', ${TEXT('p.close_price')},
       'takeProfit', ${TEXT('p.take_profit')}, 'takeProfitSource', p.take_profit_source,
       'stopLoss', ${TEXT('p.stop_loss')}, 'stopLossSource', p.stop_loss_source)
     || jsonb_build_object(
       'reserved', ${TEXT('p.reserved')}, 'initialMargin', ${TEXT('p.initial_margin')},
       'addedMargin', ${TEXT('p.added_margin')}, 'margin', ${TEXT('p.margin')},
       'openFeeRatio', ${TEXT('p.open_fee_ratio')}, 'closeFeeRatio', ${TEXT('p.close_fee_ratio')},
       'fee', ${TEXT('p.fee')}, 'funding', ${TEXT('p.funding')}, 'realisedProfit', ${TEXT('p.realised_profit')},
       'shortfall', ${TEXT('p.shortfall')}, 'insurance', ${TEXT('p.insurance')},
       'liquidationPrice', ${TEXT('p.liquidation_price')}, 'liquidatedAt', ${MS('p.liquidated_at')},
       'createdAt', ${MS('p.created_at')}, 'openedAt', ${MS('p.opened_at')}, 'closedAt', ${MS('p.closed_at')},
       'updatedAt', ${MS('p.updated_at')}, 'version', p.version);
   end $$`,
  /** The `position` event of a row as it stands. */
  `create function futures_position_event(p futures_position) returns jsonb language plpgsql stable as $$
   begin
     return jsonb_build_object('entity', concat('position:', p.id), 'entityVersion', p.version,
       'quantity', ${TEXT('p.lots * p.lot_size')}) || futures_view(p);
   end $$`,
  /** The `order` event of a row that is, or was, a pending order. Same entity: it is the same row. */
  `create function futures_order_event(p futures_position) returns jsonb language plpgsql stable as $$
   declare
     view constant jsonb := futures_view(p);
   begin
     return jsonb_build_object('entity', concat('position:', p.id), 'entityVersion', p.version,
       'orderId', p.id::text, 'market', view->>'market',
       'state', case p.status when 0 then 'open' when 4 then p.closed_as else 'filled' end, 'reason', null,
       'product', 'perpetual', 'position', view);
   end $$`,
  /** What a `balance` event says right after a posting, real or demo money; null when nothing was moved. */
  `create function futures_balance_event(
     p_user bigint, p_account text, p_currency integer, p_demo boolean, p_delta numeric, p_reason text, p_journal bigint)
   returns jsonb language plpgsql stable as $$
   begin
     return (select jsonb_build_object(
       'entity', concat(case when p_demo then 'demo-balance:' else 'balance:' end, p_account, ':', p_currency),
       'entityVersion', a.sequence, 'account', p_account, 'currencyId', p_currency, 'delta', ${TEXT('p_delta')},
       'after', ${TEXT('a.balance')}, 'reason', p_reason, 'journalId', p_journal::text, 'demo', p_demo)
       from ledger_account a
      where a.owner_key = p_user and a.kind = p_account and a.currency_id = p_currency and a.demo = p_demo
        and a.shard = 0 and p_delta <> 0);
   end $$`,
  /**
   * Posts the legs of a position that are not zero: the user's contract account, frozen money out of one hold and into
   * another, fee, the house's profit and loss, the insurance fund. Answers the events of the user's balances.
   */
  `create function futures_post(
     p_reason text, p_reference text, p_at timestamptz, p_user bigint, p_currency integer, p_demo boolean,
     p_amounts numeric[], p_hold_out text, p_hold_in text)
   returns jsonb[] language plpgsql ${SETTINGS} as $$
   declare
     journal bigint;
     legs record;
   begin
     select array_agg(leg.owner) as owners, array_agg(leg.kind) as kinds, array_agg(p_currency) as currencies,
            array_agg(leg.amount) as amounts, array_agg(leg.hold) as holds into legs
       from unnest(array[p_user, p_user, p_user, null, null, null],
              array['contract', 'contract_frozen', 'contract_frozen', 'fee', 'house_pnl', 'insurance'],
              p_amounts, array[null, p_hold_out, p_hold_in, null, null, null]) as leg (owner, kind, amount, hold)
      where leg.amount <> 0;
     select posted.journal_id into journal
       from ledger_post(p_reason, p_reference, p_at, p_demo, legs.owners, legs.kinds, legs.currencies, legs.amounts,
         legs.holds) posted;
     return array_remove(array[
       futures_balance_event(p_user, 'contract', p_currency, p_demo, p_amounts[1], p_reason, journal),
       futures_balance_event(p_user, 'contract_frozen', p_currency, p_demo, p_amounts[2] + p_amounts[3], p_reason,
         journal)], null);
   end $$`,
  /** Appends what a function of a position answered: the event of the row first, its balances after it. */
  `create function futures_tell(p_user bigint, p_kinds text[], p_events jsonb[], p_at timestamptz) returns void
   language plpgsql ${SETTINGS} as $$
   begin
     if cardinality(p_events) > 0 then
       perform outbox_append_batch(p_user, p_kinds, p_events, p_at);
     end if;
   end $$`,
  /**
   * Refuses what has left less on the contract account than cross positions have lost at the marks of now, by market.
   * Call it after the posting: whoever changes positions and money of the account meanwhile waits for that lock or has
   * been seen. FU010: one of the positions has no mark.
   */
  `create function futures_assert_kept(p_events jsonb[], p_user bigint, p_currency integer, p_demo boolean,
     p_marks jsonb) returns void language plpgsql ${SETTINGS} as $$
   declare
     held record;
   begin
     select count(*) as positions, count(p_marks->>f.market_id::text) as marked,
            sum(f.side * ((p_marks->>f.market_id::text)::numeric - f.entry_price) * f.lots * f.lot_size) as gain
       into held
       from futures_position f
      where f.user_id = p_user and f.demo = p_demo and f.status in (1, 2) and f.margin_mode = 'cross'
        and f.currency_id = p_currency;
     if held.marked < held.positions then
       raise exception 'a cross position has no mark now' using errcode = 'FU010';
     end if;
     if held.gain < 0 and (p_events[1]->>'account' <> 'contract' or (p_events[1]->>'after')::numeric < -held.gain) then
       perform ledger_refuse_debit(null, '', 0);
     end if;
   end $$`,
  /** Refuses what would open more lots than the product has room for. Call after the row was written. */
  `create function futures_assert_room(p_market integer, p_demo boolean, p_side smallint) returns void
   language plpgsql ${SETTINGS} as $$
   begin
     if (select sum(o.lots) from futures_open_lots o
          where o.market_id = p_market and o.demo = p_demo and o.side = p_side)
        > (select f.open_lots_max from futures_product f where f.market_id = p_market) then
       raise exception 'too many lots are open in the market' using errcode = 'FU003';
     end if;
   end $$`,
  /**
   * Fills a pending order as a whole at a price that is its limit or better; margin and fee are those of the margin
   * library at that price. What was reserved beyond them goes back; what is missing, because a short fills higher than
   * its limit, comes from the contract account. Null when the order is not pending any more.
   */
  `create function futures_fill_one(
     p_id bigint, p_price numeric, p_margin numeric, p_fee numeric, p_at timestamptz,
     out filled futures_position, out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     p futures_position;
     balances jsonb[];
   begin
     select * into p from futures_position where id = p_id for no key update;
     if not found or p.status <> 0 then
       return;
     end if;
     if (p_price - p.limit_price) * p.side > 0 then
       raise exception 'worse than the limit' using errcode = 'FU009';
     end if;
     balances := futures_post('futures.fill', p.id::text, p_at, p.user_id, p.currency_id, p.demo,
       array[p.reserved - p_margin - p_fee, -p.reserved, p_margin, p_fee, 0, 0],
       concat('contract-order:', p.id), concat('position:', p.id));
     update futures_position set status = 1, entry_price = p_price, initial_margin = p_margin, margin = p_margin,
            reserved = 0, fee = p_fee, opened_at = p_at, updated_at = p_at
      where id = p.id returning * into filled;
     perform futures_assert_room(p.market_id, p.demo, p.side);
     kinds := array['order', 'position'] || array_fill('balance'::text, array[cardinality(balances)]);
     events := array[futures_order_event(filled), futures_position_event(filled)] || balances;
   end $$`,
  /**
   * Takes a pending order back: `cancelled` by its user, `revoked` by the product. Its money is free again. Null
   * when the order is not pending any more.
   */
  `create function futures_cancel_one(p_id bigint, p_user bigint, p_as text, p_at timestamptz,
     out cancelled futures_position, out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     p futures_position;
     balances jsonb[];
   begin
     select * into p from futures_position where id = p_id and (p_user is null or user_id = p_user) for no key update;
     if not found then
       raise exception 'no such order' using errcode = 'FU001';
     end if;
     if p.status <> 0 then
       return;
     end if;
     balances := futures_post('futures.release', p.id::text, p_at, p.user_id, p.currency_id, p.demo,
       array[p.reserved, -p.reserved, 0, 0, 0, 0], concat('contract-order:', p.id), null);
     update futures_position set status = 4, closed_as = p_as, reserved = 0, lots = 0, closed_at = p_at, updated_at = p_at
      where id = p.id returning * into cancelled;
     kinds := array['order'] || array_fill('balance'::text, array[cardinality(balances)]);
     events := array[futures_order_event(cancelled)] || balances;
   end $$`,
  /**
   * What closing lots at a price does to the money: exact arithmetic, profit rounded down and the fee up. A loss is
   * taken from the margin of the closed lots, then from what backs the position beyond it (isolated: the margin of the
   * other lots; cross: the contract account); what is left of it is the shortfall, which is not the user's.
   */
  `create function futures_settlement(
     p futures_position, p_lots integer, p_price numeric, p_scale smallint, p_available numeric,
     out lots integer, out released numeric, out backing numeric, out profit numeric, out fee numeric,
     out shortfall numeric)
   language plpgsql immutable as $$
   declare
     unit constant numeric := 10::numeric ^ p_scale;
     quantity numeric;
   begin
     lots := least(coalesce(p_lots, p.lots), p.lots);
     loop
       quantity := lots * p.lot_size;
       released := case when lots = p.lots then p.margin else trunc(p.margin * lots / p.lots, p_scale) end;
       backing := case when p.margin_mode = 'cross' then p_available else p.margin - released end;
       profit := floor(p.side * (p_price - p.entry_price) * quantity * unit) / unit;
       fee := ceil(p_price * quantity * p.close_fee_ratio * unit) / unit;
       -- A part that would use up everything closes the whole position: no position stays open without a margin.
       exit when lots = p.lots or (released > 0 and (p.margin_mode = 'cross' or released < p.margin)
         and released + backing + profit - fee > 0);
       lots := p.lots;
     end loop;
     shortfall := greatest(0, -(released + backing + profit));
     profit := profit + shortfall;
     fee := least(fee, released + backing + profit);
   end $$`,
  /**
   * Closes lots (null: all) of a position at a price, all money in one journal. A shortfall is paid by the insurance
   * fund as far as it has money, and is otherwise the house's loss. With `p_surplus_to_fund` what is left of the
   * released margin goes to the fund (liquidation better than bankruptcy). Null when the position is not open any more.
   */
  `create function futures_close_one(
     p_id bigint, p_user bigint, p_lots integer, p_price numeric, p_as text, p_at timestamptz,
     p_surplus_to_fund boolean,
     out closed futures_position, out kinds text[], out events jsonb[])
   language plpgsql ${SETTINGS} as $$
   declare
     p futures_position;
     s record;
     decimals smallint;
     available numeric := 0;
     insured numeric := 0;
     net numeric;
     whole boolean;
     left_margin numeric := 0;
     balances jsonb[];
   begin
     select * into p from futures_position where id = p_id and (p_user is null or user_id = p_user) for no key update;
     if not found then
       raise exception 'no such position' using errcode = 'FU001';
     end if;
     if p.status not in (1, 2) then
       return;
     end if;
     select c.scale into decimals from currency c where c.id = p.currency_id;
     if p.margin_mode = 'cross' then
       select a.balance into available from ledger_account a
        where a.owner_key = p.user_id and a.kind = 'contract' and a.currency_id = p.currency_id and a.demo = p.demo
          and a.shard = 0 for no key update;
     end if;
     s := futures_settlement(p, p_lots, p_price, decimals, coalesce(available, 0));
     whole := s.lots = p.lots;
     if s.shortfall > 0 then
       insured := futures_insured(p, s.shortfall);
     end if;
     net := s.released + s.profit - s.fee;
     if not whole then
       left_margin := p.margin - s.released;
       if p.margin_mode = 'isolated' and net < 0 then
         left_margin := left_margin + net;
         net := 0;
       end if;
     elsif p.margin_mode = 'isolated' then
       net := greatest(net, 0);
     end if;
     if p_surplus_to_fund and net > 0 then
       insured := insured - net;
       net := 0;
     end if;
     balances := futures_post(case when whole then 'futures.close' else 'futures.reduce' end,
       case when whole then p.id::text else concat(p.id, ':', p.version) end, p_at, p.user_id, p.currency_id, p.demo,
       array[net, left_margin - p.margin, 0, s.fee, greatest(insured, 0) - s.profit, -insured],
       concat('position:', p.id), null);
     if whole and p.status = 1 then
       update futures_position set status = 2, updated_at = p_at where id = p.id;
     end if;
     update futures_position f set
            status = case when whole then 3 else f.status end, lots = p.lots - s.lots, margin = left_margin,
            close_price = (coalesce(f.close_price, 0) * (f.lots_ordered - p.lots) + p_price * s.lots)
              / (f.lots_ordered - p.lots + s.lots),
            fee = f.fee + s.fee, realised_profit = f.realised_profit + s.profit, shortfall = f.shortfall + s.shortfall,
            insurance = f.insurance - insured, closed_as = case when whole then p_as end,
            closed_at = case when whole then p_at end, updated_at = p_at,
            liquidated_at = case when p_as in ('liquidated', 'deleveraged') then p_at else f.liquidated_at end
      where f.id = p.id returning * into closed;
     kinds := array['position'] || array_fill('balance'::text, array[cardinality(balances)]);
     events := array[futures_position_event(closed)] || balances;
   end $$`,
  /**
   * How much of a shortfall the insurance fund pays. The fund is locked until the transaction ends; the user's accounts
   * before it, because that is the order in which money is locked.
   */
  `create function futures_insured(p futures_position, p_shortfall numeric) returns numeric
   language plpgsql ${SETTINGS} as $$
   declare
     fund numeric;
   begin
     perform from ledger_account a
       where a.owner_key = p.user_id and a.kind in ('contract', 'contract_frozen') and a.currency_id = p.currency_id
         and a.demo = p.demo order by a.id for no key update;
     select a.balance into fund from ledger_account a
      where a.owner_key = 0 and a.kind = 'insurance' and a.currency_id = p.currency_id and a.demo = p.demo
        and a.shard = 0 for no key update;
     return least(p_shortfall, coalesce(fund, 0));
   end $$`,
];

-- Forbidden changes of a position, for every role. The checks and foreign keys of the table live here, because
-- a table's own are read anew from their text by every statement.
--
-- Refusals: FU009 for a step that a position may not take, 23514 for columns that do not fit the status,
-- 23503 for an unknown product.
create or replace function futures_position_guard() returns trigger
language plpgsql
as $$
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
  if (old.user_id, old.market_id, old.currency_id, old.demo, old.side, old.price_type, old.lot_size,
      old.leverage, old.open_fee_ratio, old.close_fee_ratio, old.created_at)
     is distinct from
     (new.user_id, new.market_id, new.currency_id, new.demo, new.side, new.price_type, new.lot_size,
      new.leverage, new.open_fee_ratio, new.close_fee_ratio, new.created_at)
     or (old.status > 0 and (old.entry_price, old.initial_margin, old.margin_mode) is distinct from
                            (new.entry_price, new.initial_margin, new.margin_mode))
     -- Its user changes them while it waits, all of it.
     or ((old.limit_price, old.lots_ordered) is distinct from (new.limit_price, new.lots_ordered)
         and (old.status, new.status, new.lots) is distinct from (0::smallint, 0::smallint, new.lots_ordered))
     or (new.status = 0 and new.lots <> new.lots_ordered) then
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
end
$$;

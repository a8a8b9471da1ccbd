-- Refuses new money while a break runs (OL001, OL006), and what would pass the user's limit on deposits (OL007, `limit
-- used`). Without a price of the coin, or of one that came in before, nobody knows that, and it is refused too (OL005).
-- p_amount null: only asks whether the limit is reached; p_currency null: of whatever comes. What comes to an address
-- all the same is credited: nobody can send it back. p_counts: it counts from now on, as coins that are bought of somebody.
--
-- Access: product
create or replace function own_deposit_assert(
  p_user bigint, p_currency integer, p_amount numeric, p_at timestamptz, p_counts boolean
) returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  now_at timestamptz;
  worth numeric;
  refused record;
begin
  perform require_reached(p_at);
  perform from own_limit_account l where l.user_id = p_user for no key update;
  if not found then
    return;
  end if;
  -- Behind the lock: what another command has set meanwhile holds already.
  now_at := database_now(p_at);
  perform own_break_assert(p_user, false, now_at);
  select r.state, r.detail into refused from own_deposit_refusal(p_user, p_currency, p_amount, now_at) r;
  if found then
    raise exception 'the limit on deposits' using errcode = refused.state, detail = refused.detail;
  end if;
  worth := own_limit_worth(p_currency, p_amount, now_at);
  if p_counts and worth > 0 then
    insert into own_limit_use (user_id, kind, at, amount) values (p_user, 'deposit', now_at, worth);
  end if;
end
$$;

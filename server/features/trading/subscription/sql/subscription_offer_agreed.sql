-- Trigger of subscription_offer: an offer is what two people agreed on, in the very transaction in which it is made. So are
-- its launch and its end before it, in the transaction of the agreement or, where that was announced, of the act when it is
-- due; an offer ends by its own terms where nobody launched it. What is launched is the coin that was offered, and nobody
-- makes more of what the product began with: numbers of currencies that came by being listed are above 1000 (SU010).
create or replace function subscription_offer_agreed() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' or not exists (
         select from operator_proposal p
          where p.kind = 'subscription-offer' and p.status = 'approved' and p.xmin = pg_current_xact_id()::xid
            and (p.detail->>'coinCode', p.detail->>'coinName', (p.detail->>'coinScale')::integer,
                 (p.detail->>'paymentCurrencyId')::integer, (p.detail->>'price')::numeric, (p.detail->>'total')::numeric,
                 (p.detail->>'minimum')::numeric, (p.detail->>'maximum')::numeric, (p.detail->>'lockDays')::integer,
                 (p.detail->>'yieldRatio')::numeric, p.detail->>'yieldSource', (p.detail->>'startsAt')::timestamptz,
                 (p.detail->>'endsAt')::timestamptz, (p.detail->>'launchesAt')::timestamptz, p.detail->>'issuer',
                 p.detail->'texts')
                is not distinct from
                (new.coin_code, new.coin_name, new.coin_scale::integer, new.payment_currency_id, new.price::numeric,
                 new.total::numeric, new.minimum::numeric, new.maximum::numeric, new.lock_days, new.yield_ratio::numeric,
                 new.yield_source, new.starts_at, new.ends_at, new.launches_at, new.issuer, new.texts)) then
      raise exception 'an offer that two people did not agree on' using errcode = 'SU010';
    end if;
    if exists (select from currency c where c.code = new.coin_code and (c.id <= 1000 or c.scale <> new.coin_scale)) then
      raise exception 'an offer of another coin that there is' using errcode = 'SU010';
    end if;
    return new;
  end if;
  if new.status = old.status then
    return new;
  end if;
  if new.cancel_reason = 'not-launched' then
    if new.launches_at + interval '30 days' >= database_now(new.cancelled_at) then
      raise exception 'an end that is not due' using errcode = 'SU010';
    end if;
    return new;
  end if;
  if not exists (
       select from operator_proposal p
        where p.kind = case new.status when 'launched' then 'subscription-launch' else 'subscription-cancel' end
          and p.subject_id = new.id and p.status = 'approved'
          and (p.xmin = pg_current_xact_id()::xid or exists (
                 select from operator_announced_act a
                  where a.proposal_id = p.id and a.status = 'done' and a.xmin = pg_current_xact_id()::xid
                    and a.due_at <= database_now(a.ended_at)))) then
    raise exception 'what two people did not agree on becomes of no offer' using errcode = 'SU010';
  end if;
  if new.status = 'launched' and not exists (
       select from market m join currency c on c.id = m.base_currency_id
        where m.id = new.market_id and c.id = new.coin_currency_id and c.id > 1000 and c.code = new.coin_code
          and c.scale = new.coin_scale and m.quote_currency_id = new.payment_currency_id) then
    raise exception 'a launch of another coin' using errcode = 'SU010';
  end if;
  return new;
end
$$;

-- Trigger of ieo_project: a project is what two people agreed on, in the very transaction in which it is made, so are its
-- listing and its end before it, in the transaction of the announced act when it is due, unless it ends by its own terms
-- because nobody listed it. Nobody makes more of what the product began with: numbers of currencies
-- that came by being listed are above 1000. What has happened to a project once stays so (IE009).
create or replace function ieo_project_agreed() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from operator_proposal p
                    where p.id = new.proposal_id and p.kind = 'ieo-project' and p.status = 'approved'
                      and p.xmin = pg_current_xact_id()::xid
                      and p.detail->>'code' = new.code)
       or new.listed_at is not null or new.cancelled_at is not null or new.seed is not null then
      raise exception 'a project that two people did not agree on' using errcode = 'IE009';
    end if;
    return new;
  end if;
  if (old.listed_at is not null and (new.listed_at, new.currency_id, new.market_id)
        is distinct from (old.listed_at, old.currency_id, old.market_id))
     or (old.cancelled_at is not null and (new.cancelled_at, new.cancel_reason)
        is distinct from (old.cancelled_at, old.cancel_reason))
     or (old.seed is not null and new.seed is distinct from old.seed) then
    raise exception 'what has happened to a project stays so' using errcode = 'IE009';
  end if;
  if new.listed_at is not null and old.listed_at is null and not (
       exists (select from operator_proposal p
                where p.kind = 'ieo-list' and p.subject_id = new.id and p.status = 'approved'
                  and (p.xmin = pg_current_xact_id()::xid or exists (
                         select from operator_announced_act a
                          where a.proposal_id = p.id and a.status = 'done' and a.xmin = pg_current_xact_id()::xid
                            and a.due_at <= database_now(a.ended_at))))
       and exists (select from market m join currency c on c.id = m.base_currency_id
                    where m.id = new.market_id and c.id = new.currency_id and c.id > 1000 and c.code = new.coin_code
                      and c.scale = new.coin_scale and m.quote_currency_id = new.pay_currency_id)) then
    raise exception 'a listing that two people did not agree on, or of another coin' using errcode = 'IE009';
  end if;
  if new.cancel_reason = 'operators' and old.cancelled_at is null and not exists (
       select from operator_proposal p
        where p.kind = 'ieo-cancel' and p.subject_id = new.id and p.status = 'approved'
          and (p.xmin = pg_current_xact_id()::xid or exists (
                 select from operator_announced_act a
                  where a.proposal_id = p.id and a.status = 'done' and a.xmin = pg_current_xact_id()::xid
                    and a.due_at <= database_now(a.ended_at)))) then
    raise exception 'an end that two people did not agree on' using errcode = 'IE009';
  end if;
  return new;
end
$$;

-- Trigger of deposit: of a coin is credited what its chain confirmed as just this amount, or what two operators agreed on,
-- each with a reason: an amount and, where the user gave no hash, a transaction. They did so in this very transaction or,
-- where it was announced, what waited is done in it; so one that was stopped is of no use. A bank has no chain to ask.
--
-- Refusals: DE002 two operators did not agree on it.
create or replace function deposit_agreed() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.status <> 'approved' or old.status = 'approved' or new.kind = 'bank'
    or (new.chain_verdict is not distinct from 'confirmed' and new.amount = new.claimed_amount)
  then
    return new;
  end if;
  if not exists (
       select from operator_proposal p
        where p.kind = 'deposit' and p.subject_id = new.id and p.status = 'approved'
          and (p.proposed_by, p.decided_by) = (new.credit_proposed_by, new.credited_by)
          and (p.detail->>'amount')::numeric = new.amount
          and (new.tx_hash is not null or p.detail->>'transaction' = new.settled_tx)
          and length(btrim(p.reason)) >= 3
          and (p.xmin = pg_current_xact_id()::xid or exists (
                 select from operator_announced_act a
                  where a.proposal_id = p.id and a.status = 'done' and a.xmin = pg_current_xact_id()::xid
                    and a.due_at <= database_now(a.ended_at)))) then
    raise exception 'a credit that no chain confirms and two people did not agree on' using errcode = 'DE002';
  end if;
  return new;
end
$$;

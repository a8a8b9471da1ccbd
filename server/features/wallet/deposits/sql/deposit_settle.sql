-- Trigger of deposit: a credit names the transaction by which the money came: the hash that its user handed in, or, where
-- there is none, what operators say, the hash or the bank's reference in its one spelling. What a transaction brought one
-- recipient of one coin is credited once, to one user, whether it came by its hash or by a picture. By pictures, and where
-- no recipient is known, it is credited once at all: nobody says which output it was. What has paid a withdrawal is credited
-- to nobody.
--
-- Whoever pays a withdrawal by the transaction waits behind the same lock (`settled`): each sees what the other has done.
-- Rows that were credited before have their hash alone.
--
-- Refusals: DE001 the transaction was credited before, or has paid a withdrawal.
create or replace function deposit_settle() returns trigger
language plpgsql
as $$
declare
  is_bank constant boolean := new.kind = 'bank';
begin
  if old.status <> 'review' or new.status <> 'approved' then
    new.settled_tx := old.settled_tx;
    return new;
  end if;
  new.settled_tx := coalesce(new.tx_hash, new.settled_tx);
  if new.settled_tx is null then
    raise exception 'a credit names the transaction by which it came';
  end if;
  if (is_bank and new.settled_tx !~ '^[A-Z0-9/_.-]+( [A-Z0-9/_.-]+)*$')
    or (not is_bank and new.settled_tx !~ '^[0-9a-f]{64}$') then
    raise exception 'a transaction has one spelling';
  end if;
  perform pg_advisory_xact_lock(hashtext('settled'), hashtext(translate(new.settled_tx, ' /_.-', '')));
  -- What people put between the parts of a bank's reference makes it no other one: it is compared without.
  if is_bank and exists (select from deposit d
              where d.id <> new.id and d.kind = 'bank' and d.settled_tx is not null
                and translate(d.settled_tx, ' /_.-', '') = translate(new.settled_tx, ' /_.-', ''))
    or exists (select from deposit d
              where d.id <> new.id and d.settled_tx = new.settled_tx and (d.kind = 'bank') = is_bank
                and (d.output_index = new.output_index or d.tx_hash is null or new.tx_hash is null
                  or (d.currency_id = new.currency_id and (d.user_id = new.user_id
                    or coalesce(d.recipient, new.recipient, '') = coalesce(new.recipient, d.recipient, '')))))
    or exists (select from deposit d
                where d.id <> new.id and d.status = 'approved' and d.chain in ('ethereum', 'tron', 'bitcoin')
                  and d.tx_hash = new.settled_tx and not is_bank
                  and (d.output_index = new.output_index or new.tx_hash is null
                    or (d.currency_id = new.currency_id and (d.user_id = new.user_id
                      or coalesce(d.recipient, new.recipient, '') = coalesce(new.recipient, d.recipient, '')))))
    or exists (select from withdrawal w
                where w.chain in ('ethereum', 'tron', 'bitcoin') and w.chain_tx = new.settled_tx and not is_bank)
    -- References of before are in the spelling in which they were typed (withdrawal_bank_reference).
    or exists (select from withdrawal w
                where w.chain = 'bank' and is_bank
                  and translate(upper(regexp_replace(btrim(w.chain_tx), '\s+', ' ', 'g')), ' /_.-', '')
                    = translate(new.settled_tx, ' /_.-', ''))
  then
    raise exception 'the transaction was settled before' using errcode = 'DE001';
  end if;
  return new;
end
$$;

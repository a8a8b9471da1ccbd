-- Trigger of deposit: which output of its transaction a claim is about, counted in the order in which they are claimed. One
-- transaction may pay several recipients: each of them, in each coin, is an output of its own. A claim of another one, which
-- anybody can hand in, stands in nobody's way. Nor does a claim that its chain refutes: it can be handed in once more.
--
-- Two that are counted at once get the same number, and the index of live claims (deposit_transaction) lets one in.
create or replace function deposit_output() returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if new.tx_hash is null then
    return new;
  end if;
  new.output_index := coalesce(
    (select d.output_index from deposit d
      where d.chain = new.chain and d.tx_hash = new.tx_hash and d.currency_id = new.currency_id
        and (d.user_id = new.user_id or d.recipient is not distinct from new.recipient)
        and (d.status = 'approved' or coalesce(d.chain_verdict, '') not in ('wrong-recipient', 'failed'))
      order by d.status = 'rejected', d.id limit 1),
    (select max(d.output_index) + 1 from deposit d where d.chain = new.chain and d.tx_hash = new.tx_hash),
    0);
  return new;
end
$$;

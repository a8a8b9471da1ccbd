-- A bank account that users were ever told to pay to is neither changed nor deleted. Only its being active may change.
create or replace function deposit_bank_refuse_rewrite() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or (new.id, new.bank_name, new.card_number, new.card_holder) is distinct from
     (old.id, old.bank_name, old.card_number, old.card_holder) then
    raise exception 'where users were told to pay to stays known';
  end if;
  return new;
end
$$;

-- Trigger of outbox_history: `kept_from`, the former name of `retained_from`, has the same day, whichever of them is
-- written. It goes with the next version.
create or replace function outbox_history_former_column() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and new.kept_from is distinct from old.kept_from and new.retained_from = old.retained_from then
    new.retained_from := new.kept_from;
  end if;
  new.kept_from := new.retained_from;
  return new;
end
$$;

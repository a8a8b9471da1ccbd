-- Whether two operators may be one person: one of them was made, changed or reset since the instant by the other, or both
-- by somebody else, directly or by way of others. The command line ties nobody.
--
-- Access: product
create or replace function operators_tied(p_one bigint, p_other bigint, p_since timestamptz) returns boolean
language sql
stable
as $$
  with recursive behind (operator_id, person) as (
    select x, x from unnest(array[p_one, p_other]) as x
    union
    select b.operator_id, c.changed_by from behind b join operator_change c on c.operator_id = b.person
     where c.changed_by is not null and c.changed_at > p_since)
  select exists (
    select from behind a join behind b on b.person = a.person
     where a.operator_id = p_one and b.operator_id = p_other)
$$;

-- Every fault in the chain of audit seals: a seal that does not follow the one before it, a seal whose
-- entries have changed, an entry before the first seal, or a guard trigger that is missing or switched off.
-- Empty when the log is intact.
create or replace function audit_breaks(

) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  with chain as materialized (
    select s.*, row_number() over steps as place, lag(s.hash) over steps as expected_hash,
           coalesce(lag(s.last_entry) over steps, 0) + 1 as expected_first
      from audit_seal s window steps as (order by s.id)),
  starts as materialized (select array_agg(c.first_entry order by c.id) as firsts from chain c),
  contents as (
    select width_bucket(l.entry_id, (select firsts from starts)) as place,
           string_agg(l.line, chr(10) order by l.entry_id) as content
      from audit_lines(1, (select max(c.last_entry) from chain c)) l
     group by 1)
  select chain.id, chain.first_entry, chain.last_entry,
         case when chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
              then 'its entries are not what was sealed' else 'it does not follow the seal before it' end
    from chain left join contents on contents.place = chain.place
   where chain.id <> chain.place or chain.first_entry <> chain.expected_first
      or chain.previous_hash <> coalesce(chain.expected_hash, decode(repeat('00', 32), 'hex'))
      or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
  union all
  select null, l.entry_id, l.entry_id, 'an entry stands before the first one' from audit_lines(-9223372036854775807, 0) l
  union all
  select null, null, null, 'the guard ' || guard.name || ' is missing or off'
    from (values ('audit_entry_keep'), ('audit_entry_keep_all'), ('audit_seal_keep'), ('audit_seal_keep_all'))
      as guard (name)
   where not exists (select from pg_trigger t where t.tgname = guard.name and t.tgenabled = 'A')
  order by 1 nulls last
$$;

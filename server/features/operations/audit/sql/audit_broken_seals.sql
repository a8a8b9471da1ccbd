-- Seals of a range that do not follow the one before them, or whose entries are not what was sealed. One pass over the
-- entries of the range; what is said of a seal is the same in whichever range it is.
create or replace function audit_broken_seals(
  p_first bigint, p_last bigint
) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  with chain as materialized (
    select s.*, coalesce(b.hash, decode(repeat('00', 32), 'hex')) as expected_hash,
           coalesce(b.last_entry, 0) + 1 as expected_first, s.id > 1 and b.id is null as is_loose
      from audit_seal s left join audit_seal b on b.id = s.id - 1
     where s.id between p_first and p_last),
  starts as materialized (select array_agg(c.first_entry order by c.first_entry) as firsts from chain c),
  contents as (
    select (select firsts from starts)[width_bucket(l.entry_id, (select firsts from starts))] as first_entry,
           string_agg(l.line, chr(10) order by l.entry_id) as content
      from audit_lines((select min(c.first_entry) from chain c), (select max(c.last_entry) from chain c)) l
     group by 1)
  select chain.id, chain.first_entry, chain.last_entry,
         case when chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
              then 'its entries are not what was sealed' else 'it does not follow the seal before it' end
    from chain left join contents on contents.first_entry = chain.first_entry
   where chain.id < 1 or chain.is_loose or chain.first_entry <> chain.expected_first
      or chain.previous_hash <> chain.expected_hash
      or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
$$;

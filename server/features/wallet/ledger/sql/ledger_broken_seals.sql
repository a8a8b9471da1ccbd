-- Seals that do not fit: out of the chain, or not the digest of what they cover now. One pass over all
-- journals.
create or replace function ledger_broken_seals(

) returns table (id bigint, first_journal bigint, last_journal bigint)
language sql stable
as $$
  with chain as materialized (
    select s.*, row_number() over steps as place, lag(s.hash) over steps as expected_hash,
           coalesce(lag(s.last_journal) over steps, 0) + 1 as expected_first
      from ledger_seal s window steps as (order by s.id)),
  starts as materialized (select array_agg(c.first_journal order by c.id) as firsts from chain c),
  contents as (
    select width_bucket(l.journal_id, (select firsts from starts)) as place,
           string_agg(l.line, chr(10) order by l.journal_id) as content
      from ledger_seal_lines(1, (select max(c.last_journal) from chain c)) l
     group by 1)
  select chain.id, chain.first_journal, chain.last_journal
    from chain left join contents on contents.place = chain.place
   where chain.id <> chain.place or chain.first_journal <> chain.expected_first
      or chain.previous_hash <> coalesce(chain.expected_hash, decode(repeat('00', 32), 'hex'))
      or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
$$;

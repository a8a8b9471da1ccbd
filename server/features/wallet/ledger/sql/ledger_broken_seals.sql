-- Seals of a range that do not fit: out of the chain, or not the digest of what they cover now. One pass over the
-- journals of the range.
create or replace function ledger_broken_seals(
  p_first bigint, p_last bigint
) returns table (id bigint, first_journal bigint, last_journal bigint)
language sql stable
as $$
  with before as materialized (
    select s.id, s.last_journal, s.hash from ledger_seal s where s.id < p_first order by s.id desc limit 1),
  chain as materialized (
    select s.*,
           coalesce((select b.id from before b), 0) + row_number() over steps as place,
           coalesce(lag(s.hash) over steps, (select b.hash from before b)) as expected_hash,
           coalesce(lag(s.last_journal) over steps, (select b.last_journal from before b), 0) + 1 as expected_first
      from ledger_seal s where s.id between p_first and p_last window steps as (order by s.id)),
  starts as materialized (select array_agg(c.first_journal order by c.first_journal) as firsts from chain c),
  contents as (
    select (select firsts from starts)[width_bucket(l.journal_id, (select firsts from starts))] as first_journal,
           string_agg(l.line, chr(10) order by l.journal_id) as content
      from ledger_seal_lines((select min(c.first_journal) from chain c), (select max(c.last_journal) from chain c)) l
     group by 1)
  select chain.id, chain.first_journal, chain.last_journal
    from chain left join contents on contents.first_journal = chain.first_journal
   where chain.id <> chain.place or chain.first_journal <> chain.expected_first
      or chain.previous_hash <> coalesce(chain.expected_hash, decode(repeat('00', 32), 'hex'))
      or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
$$;

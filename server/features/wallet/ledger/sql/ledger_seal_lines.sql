-- The text that a seal covers: every journal with its legs, in order. Instants are seconds since 1970 and
-- amounts have no trailing zeros, so that the text depends on no setting.
create or replace function ledger_seal_lines(
  p_first bigint, p_last bigint
) returns table (journal_id bigint, line text)
language sql stable
as $$
  select j.id, concat_ws('|', j.id, j.reason, j.reference, j.demo, extract(epoch from j.at), legs.line)
    from ledger_journal j
    left join (
      select p.journal_id, string_agg(concat_ws(':', p.account_id, p.sequence, p.currency_id,
               trim_scale(p.amount), trim_scale(p.balance_after)), ',' order by p.account_id, p.sequence) as line
        from ledger_posting p where p.journal_id between p_first and p_last group by p.journal_id
    ) legs on legs.journal_id = j.id
   where j.id between p_first and p_last
$$;

-- Posts a journal for a program that books by itself, see ledger_post: of the reasons that are its own, and no
-- other. Purchases, fills, settlements, interest, charges, liquidations and transfers are booked by the functions of
-- their features, so that an attacker with the rights of a gateway books no result of a product. The owner of the books
-- may post for every reason that there is.
--
-- Refusals: 42501 a reason that only functions book, SU001 for a sub-account, whose money comes and goes by transfers of its
-- person alone, and those of ledger_post.
--
-- Access: product
create or replace function ledger_post_direct(
  p_reason text, p_reference text, p_at timestamptz, p_demo boolean, p_owners bigint[], p_kinds text[],
  p_currencies integer[], p_amounts numeric[], p_holds text[], out journal_id bigint, out replayed boolean,
  out balances text[], out numbers bigint[]
)
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  caller constant text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
begin
  if p_reason <> all (array['deposits.credit', 'withdrawals.freeze', 'withdrawals.return', 'withdrawals.pay',
    'wallet.adjustment', 'insurance.top-up', 'demo.grant', 'otc.escrow', 'otc.escrow-again', 'otc.return',
    'otc.return-again', 'otc.release'])
    and not pg_has_role(caller, (select c.relowner from pg_class c where c.oid = 'ledger_journal'::regclass), 'usage')
  then
    raise exception 'permission denied to post for the reason %', p_reason using errcode = '42501';
  end if;
  if exists (select from sub_account s where s.user_id = any (p_owners)) then
    raise exception 'not for a sub-account: %', p_reason using errcode = 'SU001';
  end if;
  select p.journal_id, p.replayed, p.balances, p.numbers into journal_id, replayed, balances, numbers
    from ledger_post(p_reason, p_reference, p_at, p_demo, p_owners, p_kinds, p_currencies, p_amounts, p_holds) p;
end
$$;

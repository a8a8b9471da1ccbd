-- Lists a project by an approved proposal, with the coin and the market that the act made: the issuer gets what was
-- paid. What is paid for is delivered by ieo_lock. A trigger holds it against the proposal. Refusal: IE013 it is not
-- to be listed now.
--
-- Access: product
create or replace function ieo_list(p_project integer, p_currency integer, p_market integer, p_at timestamptz)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  project ieo_project;
  paid numeric;
begin
  p_at := require_reached(p_at);
  if ieo_listing_state(p_project, p_at) <> 'ready' then
    raise exception 'not to be listed now' using errcode = 'IE013';
  end if;
  update ieo_project set listed_at = p_at, currency_id = p_currency, market_id = p_market where id = p_project
  returning * into project;
  select coalesce(sum(a.allotted + case a.second_status when 'paid' then a.second else 0 end), 0) * project.price into paid
    from ieo_application a where a.project_id = p_project and a.status = 'paid';
  if paid > 0 then
    perform ieo_post('ieo.list', array_fill(p_project::text, array[2]), p_at, array_fill(null::bigint, array[2]),
      array['escrow', 'issuance'], array_fill(project.pay_currency_id, array[2]), array[-paid, paid],
      array_fill(null::text, array[2]));
  end if;
end
$$;

-- How two people agreed to list a coin against another one: what is carried out in this very transaction of an offer or of a
-- sale of that coin, be it as the agreement is decided or as the announced act is done when it is due. Beside the words of
-- the agreement (`listingDetail` of listing-terms.ts) it has the coin's `code`, its `price` and, where no venue trades it,
-- the `instruments` that are played. Null where nothing is agreed on, and for coins that the product began with.
create or replace function listing_agreed(p_base integer, p_quote integer) returns jsonb
language sql stable
as $$
  select p.detail || jsonb_build_object('code', sold.code, 'price', sold.price, 'instruments',
           case when jsonb_array_length(p.detail->'instruments') > 0 then p.detail->'instruments'
                else (select jsonb_agg(concat('simulated-', venue, ':spot:', sold.code, q.code) order by venue)
                        from unnest(array['a', 'b', 'c']) as venue) end)
    from operator_proposal p
   cross join lateral (
     select f.coin_code as code, f.coin_scale as scale, f.payment_currency_id as quote, f.price::numeric as price
       from subscription_offer f where p.kind = 'subscription-launch' and f.id = p.subject_id
     union all
     select i.coin_code, i.coin_scale, i.pay_currency_id, i.price::numeric
       from ieo_project i where p.kind = 'ieo-list' and i.id = p.subject_id) sold
    join currency b on b.id = p_base and b.id > 1000 and b.code = sold.code and b.scale = sold.scale
    join currency q on q.id = p_quote and q.id = sold.quote
   where p.kind in ('subscription-launch', 'ieo-list') and p.status = 'approved'
     and (p.xmin = pg_current_xact_id()::xid or exists (
            select from operator_announced_act a
             where a.proposal_id = p.id and a.status = 'done' and a.xmin = pg_current_xact_id()::xid
               and a.due_at <= database_now(a.ended_at)))
   limit 1
$$;

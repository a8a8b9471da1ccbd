-- When the hour is over whose prices a sale is drawn by, if it is the first one that may be it; null where a
-- sale is drawn without prices, as all were that closed before they came in.
create or replace function ieo_draw_due(p ieo_project) returns timestamptz
language sql stable
as $$
  select ieo_draw_from(p) + interval '1 hour' where p.draw_market_id is not null
$$;

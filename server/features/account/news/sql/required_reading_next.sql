-- The article that this user's person has to read before anything new is traded: what is shown now, by the database's
-- clock, the oldest first; null for none. Having opened it while it did not have to be read is not enough.
--
-- Access: stored functions
create or replace function required_reading_next(p_user bigint, p_at timestamptz) returns bigint
language sql stable
security definer
set search_path = public, pg_temp
as $$
  select a.id
    from news_version v
    join news_article a on a.live_id = v.id
   where v.required and v.publish_at <= database_now(p_at)
     and (v.expires_at is null or v.expires_at > database_now(p_at))
     and not exists (select from news_read r where r.user_id = person_of(p_user) and r.article_id = a.id and r.required)
   order by v.publish_at, a.id
   limit 1
$$;

-- A user's name as whoever invited them sees it: enough to know a friend by, too little to write to a stranger.
create or replace function referral_masked(u account_user) returns text
language sql stable
as $$
  select case
    when u.username is not null then left(u.username, 2) || '***'
    when u.email is not null then left(split_part(u.email, '@', 1), 2) || '***@' || split_part(u.email, '@', 2)
    when u.phone is not null then left(u.phone, 4) || '****' || right(u.phone, 2)
    else 'ID ***' || right(u.id::text, 3)
  end
$$;

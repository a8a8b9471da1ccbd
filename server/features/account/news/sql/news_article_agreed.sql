-- Trigger of news_article: readers see no version but one that two people agreed on (an approved proposal that names it),
-- and no article goes once it was there.
create or replace function news_article_agreed() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an article stays; it is withdrawn';
  end if;
  if new.live_id is not null and (tg_op = 'INSERT' or new.live_id is distinct from old.live_id)
     and not exists (
       select from operator_proposal p
        where p.kind = 'news' and p.subject_id = new.id and p.status = 'approved'
          and p.detail->>'version' = new.live_id::text) then
    raise exception 'a version that two people did not agree on';
  end if;
  return new;
end
$$;

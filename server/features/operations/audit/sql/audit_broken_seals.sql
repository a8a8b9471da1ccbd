-- Seals of a range that do not follow the one before them, or whose entries or events of users are not what was sealed. One
-- pass over the entries and one over the events of the range; what is said of a seal is the same in whichever range it is.
create or replace function audit_broken_seals(
  p_first bigint, p_last bigint
) returns table (seal bigint, first_entry bigint, last_entry bigint, fault text)
language sql stable
as $$
  with chain as materialized (
    select s.*, coalesce(b.hash, decode(repeat('00', 32), 'hex')) as expected_hash,
           coalesce(b.last_entry, 0) + 1 as expected_first, s.id > 1 and b.id is null as is_loose,
           -- Once events are sealed, every seal says which.
           case when s.events_hash is not null or b.events_hash is not null
             then coalesce(b.last_event, 0) + 1 end as expected_event
      from audit_seal s left join audit_seal b on b.id = s.id - 1
     where s.id between p_first and p_last),
  firsts as materialized (
    select array_agg(c.first_entry order by c.first_entry) filter (where c.last_entry >= c.first_entry) as entries,
           array_agg(c.first_event order by c.first_event) filter (where c.last_event >= c.first_event) as events
      from chain c),
  entries as (
    select f.entries[width_bucket(l.entry_id, f.entries)] as first_entry,
           string_agg(l.line, chr(10) order by l.entry_id) as content
      from firsts f cross join audit_lines(
             (select min(c.first_entry) from chain c), (select max(c.last_entry) from chain c)) l
     group by 1),
  events as (
    select f.events[width_bucket(l.event_id, f.events)] as first_event,
           string_agg(l.line, chr(10) order by l.event_id) as content
      from firsts f cross join audit_event_lines(
             (select min(c.first_event) from chain c), (select max(c.last_event) from chain c)) l
     group by 1),
  judged as (
    select c.*, sha256(convert_to(coalesce(v.content, ''), 'utf8')) as events_found,
           sha256(c.previous_hash || convert_to(
             audit_seal_text(e.content, c.first_event, c.last_event, c.events_hash), 'utf8')) as hash_found
      from chain c
      left join entries e on e.first_entry = c.first_entry and c.last_entry >= c.first_entry
      left join events v on v.first_event = c.first_event and c.last_event >= c.first_event)
  select j.id, j.first_entry, j.last_entry,
         case when j.hash <> j.hash_found then 'its entries are not what was sealed'
              else 'it does not follow the seal before it' end
    from judged j
   where j.id < 1 or j.is_loose or j.first_entry <> j.expected_first or j.first_event is distinct from j.expected_event
      or j.previous_hash <> j.expected_hash or j.hash <> j.hash_found
  union all
  select j.id, j.first_entry, j.last_entry,
         format('its events %s to %s are not what was sealed', j.first_event, j.last_event)
    from judged j where j.events_hash <> j.events_found
$$;

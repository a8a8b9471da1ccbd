-- Until when the lots of a round may be paid for: until its date, and for half of its time at least from when they were
-- told. An allotment that comes late takes nobody's lot.
create or replace function ieo_pay_end(p ieo_project, p_round smallint) returns timestamptz
language sql stable
as $$
  select greatest(
    case p_round when 1 then p.pay_until else p.second_pay_until end,
    (select coalesce(r.settled_at, r.sealed_at)
              + case p_round when 1 then p.pay_until - p.allot_at else p.second_pay_until - p.pay_until end / 2
       from ieo_round r where r.project_id = p.id and r.round = p_round and r.units > 0))
$$;

-- The text that a seal covers of the users' security events: each as a JSON list of its fields, so that no two fields can
-- run into each other.
create or replace function audit_event_lines(
  p_first bigint, p_last bigint
) returns table (event_id bigint, line text)
language sql stable
as $$
  select e.id, jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.kind, e.about, e.ip, e.device,
           e.request)::text
    from account_security_event e where e.id between p_first and p_last
$$;

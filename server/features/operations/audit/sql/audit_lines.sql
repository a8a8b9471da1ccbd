-- The text that a seal covers: each audit entry as a JSON list of its fields, so that no two fields can run
-- into each other.
create or replace function audit_lines(
  p_first bigint, p_last bigint
) returns table (entry_id bigint, line text)
language sql stable
as $$
  select e.id, jsonb_build_array(e.id, extract(epoch from e.at), e.operator_id, e.operator, e.session_id, e.action,
           e.subject, e.subject_id, e.user_id, e.detail, e.address, e.request)::text
    from audit_entry e where e.id between p_first and p_last
$$;

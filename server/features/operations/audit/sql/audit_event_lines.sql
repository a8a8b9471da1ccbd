-- The text that a seal covers of the users' security events: each as a JSON list of its fields, so that no two fields can
-- run into each other. Of where an event came from and what it said there is a digest, so that both can go when the account
-- is erased, and only then; events from before have all of it in the line.
create or replace function audit_event_lines(
  p_first bigint, p_last bigint
) returns table (event_id bigint, line text)
language sql stable
as $$
  select e.id,
         case when e.salt is not null or (e.digest is not null and account_is_erased(e.user_id)) then
           jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.kind,
             case when account_event_open(e.kind) then e.about end, encode(account_event_digest(e), 'hex'))
           else jsonb_build_array(e.id, extract(epoch from e.at), e.user_id, e.kind, e.about, e.ip, e.device,
                  e.request)
         end::text
    from account_security_event e where e.id between p_first and p_last
$$;

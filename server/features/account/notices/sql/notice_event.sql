-- The payload of a `notice` event: a line of the notices log, as open pages are told of it.
--
-- Event: contract/event-fields.dto.ts NoticeFields
create or replace function notice_event(p_notice bigint, p_kind text, p_parameters jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('entity', concat('notice:', p_notice), 'entityVersion', 1, 'noticeId', p_notice::text,
    'notice', p_kind, 'parameters', p_parameters)
$$;

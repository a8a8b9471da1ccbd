-- The payload of an `ieo` event of an application as it stands. Units are whole coins.
--
-- Event: contract/trading/ieo-event.dto.ts IeoFields
create or replace function ieo_event(a ieo_application) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('ieo-application:', a.id), 'entityVersion', a.version,
    'applicationId', a.id::text, 'projectId', a.project_id, 'state', a.status, 'units', a.units::text,
    'allotted', a.allotted::text, 'second', a.second::text, 'secondState', a.second_status, 'released', a.released::text)
$$;

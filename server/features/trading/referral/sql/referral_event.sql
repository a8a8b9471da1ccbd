-- The payload of a `referral` event. p_rebates: [{ currencyId, amount }] of a day that was rebated, else null.
--
-- Event: contract/event-fields.dto.ts ReferralFields
create or replace function referral_event(
  p_user bigint, p_version bigint, p_what text, p_day date, p_rebates jsonb
) returns jsonb
language sql stable
as $$
  select jsonb_build_object('entity', concat('referral:', p_user), 'entityVersion', p_version, 'what', p_what,
    'day', p_day::text, 'rebates', coalesce(p_rebates, '[]'::jsonb))
$$;

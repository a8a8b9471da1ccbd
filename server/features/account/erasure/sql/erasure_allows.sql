-- Whether a change of a row that is written once is the erasing of its user's words: the account is erased, nothing else of
-- the row changes, and the words become what they become here. Asked by the triggers that refuse every other change.
create or replace function erasure_allows(
  p_table text, p_act text, p_old jsonb, p_new jsonb
) returns boolean
language plpgsql stable
as $$
declare
  owner bigint;
  gone jsonb;
begin
  if p_act not in ('UPDATE', 'DELETE') then
    return false;
  end if;
  -- Of an order between two each has words of their own.
  if p_table = 'otc_order' then
    gone := '{}';
    if account_is_erased((p_old->>'buyer_id')::bigint) then
      gone := gone || jsonb_build_object('buyer_name', '-');
    end if;
    if account_is_erased((p_old->>'seller_id')::bigint) then
      gone := gone || jsonb_build_object('seller_name', '-');
    end if;
    if account_is_erased(otc_payment_owner(
      p_old->>'way', (p_old->>'merchant_id')::bigint, (p_old->>'seller_id')::bigint)) then
      gone := gone || jsonb_build_object('payment', otc_payment_erased(p_old->'payment'));
    end if;
    if account_is_erased((p_old->>'merchant_id')::bigint) then
      gone := gone || jsonb_build_object('terms', '');
    end if;
    return p_act = 'UPDATE' and gone <> '{}' and p_new = p_old || gone;
  end if;
  owner := case p_table
    when 'account_security_event' then (p_old->>'user_id')::bigint
    when 'withdrawal' then (p_old->>'user_id')::bigint
    when 'deposit' then (p_old->>'user_id')::bigint
    when 'room_line' then (p_old->>'user_id')::bigint
    -- Of an event, who wrote the line that it tells of, whoever is told.
    when 'outbox' then case when p_old->>'kind' = 'c2c.line' then (
      select l.user_id from room_line l where l.id = split_part(p_old->'payload'->>'entity', ':', 2)::bigint) end
    when 'wallet_adjustment' then (p_old->>'user_id')::bigint
    when 'help_line' then (select c.user_id from help_chat c where c.id = (p_old->>'chat_id')::bigint)
    when 'help_hand_over' then (select c.user_id from help_chat c where c.id = (p_old->>'chat_id')::bigint)
    when 'complaint_entry' then (select c.user_id from complaint c where c.id = (p_old->>'complaint_id')::bigint)
    when 'verification_history' then (
      select c.user_id from verification_case c where c.id = (p_old->>'case_id')::bigint)
    when 'wallet_act' then case p_old->>'subject'
      when 'deposit' then (select d.user_id from deposit d where d.id = (p_old->>'subject_id')::bigint)
      when 'withdrawal' then (select w.user_id from withdrawal w where w.id = (p_old->>'subject_id')::bigint)
      when 'adjustment' then (
        select a.user_id from wallet_adjustment a where a.id = (p_old->>'subject_id')::bigint) end
  end;
  if owner is null or not account_is_erased(owner) then
    return false;
  elsif p_act = 'DELETE' then
    return p_table in ('help_line', 'help_hand_over');
  end if;
  gone := case p_table
    when 'account_security_event' then jsonb_build_object(
      'about', case when account_event_open(p_old->>'kind') then p_old->>'about' else '' end,
      'ip', '', 'device', '', 'request', '', 'salt', null,
      'digest', account_event_digest(jsonb_populate_record(null::account_security_event, p_old)))
    when 'withdrawal' then jsonb_build_object(
      'remark', '', 'reason', word_erased(p_old->>'reason'),
      'destination', withdrawal_place_erased(p_old->>'chain', p_old->'destination'))
    when 'deposit' then jsonb_build_object('sender', '', 'remark', word_erased(p_old->>'remark'))
    when 'room_line' then jsonb_build_object('body', '')
    when 'outbox' then jsonb_build_object('payload', (p_old->'payload') || '{"body": ""}')
    when 'wallet_adjustment' then jsonb_build_object('reason', '---')
    when 'complaint_entry' then jsonb_build_object('text', '-')
    when 'verification_history' then jsonb_build_object(
      'reason', word_erased(p_old->>'reason'), 'photo_reasons', '{}'::jsonb)
    when 'wallet_act' then jsonb_build_object('reason', word_erased(p_old->>'reason'))
  end;
  return coalesce(p_new = p_old || gone, false);
end
$$;

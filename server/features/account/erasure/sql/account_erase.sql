-- Erases an account whose time has come, with its sub-accounts: all that names or describes its user goes, in one
-- transaction; what the books need stays under the number. The user's row is held, and so is every account of real money
-- before it is judged again: where anything stands in the way, nothing is erased, the erasing ends, and what stood in the
-- way is answered. What the user gave up when it was closed is booked to the house, as much as there is. Null: it was
-- taken back, its time has not come, or rebates wait for what goes with it. An empty list: it is done.
--
-- p_digests are keyed digests of the user's contacts and wallets. They are kept where the user is excluded, as long as that
-- lasts.
-- What the law wants retained of all this was sealed before, in the same transaction (retained_record_part, p_bytes), and
-- goes after p_retention_years.
--
-- Access: worker
create or replace function account_erase(
  p_erasure bigint, p_digests bytea[], p_bytes bigint, p_at timestamptz, p_retention_years integer
) returns text[]
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  person constant bigint := (select e.user_id from account_erasure e where e.id = p_erasure);
  -- With the sub-accounts.
  accounts constant bigint[] := person_accounts(person);
  account account_user;
  in_the_way text[];
  names text[];
  given record;
begin
  p_at := require_reached(p_at);
  select u.* into account from account_user u where u.id = person for update;
  perform from account_erasure e
    where e.id = p_erasure and e.outcome is null and e.due_at <= database_now(p_at)
      and erasure_rebates_decided(e.asked_at) for update;
  if not found then
    delete from retained_record_part p where p.erasure_id = p_erasure;
    return null;
  end if;
  -- One that is being approved is waited for: what it makes known of an excluded person is known below.
  perform from verification_case c where c.user_id = person order by c.id for no key update;
  perform from ledger_account a where a.owner_key = any (accounts) and not a.demo order by a.id for no key update;
  select coalesce(array_agg(r.currency_id order by r.currency_id), '{}') as currencies,
         coalesce(array_agg(r.amount::numeric order by r.currency_id), '{}') as amounts
    into given from account_erasure_rest r where r.erasure_id = p_erasure;
  select array_agg(o.name order by o.name) into in_the_way
    from account_obstacles(person, given.currencies, given.amounts) o;
  if in_the_way is not null then
    update account_erasure e set outcome = 'stopped', ended_at = p_at, obstacles = in_the_way
     where e.id = p_erasure;
    -- Of one that was stopped nothing is kept beside the account.
    delete from retained_record_part p where p.erasure_id = p_erasure;
    return in_the_way;
  end if;
  -- From here on the guards of what is written once let its words go.
  update account_erasure e set outcome = 'erased', ended_at = p_at where e.id = p_erasure;
  insert into retained_record (erasure_id, user_id, bytes, retained_until)
  values (p_erasure, person, p_bytes, p_at + make_interval(years => p_retention_years));
  insert into excluded_person (digest, until)
  select known.digest, max(l.excluded_until) from own_limit_account l
    join (select unnest(p_digests) as digest
          union
          -- What nobody verified may be somebody else's number.
          select c.id_number_digest from verification_case c
           where c.user_id = person and c.level = 'basic' and c.status = 'verified') known
      on known.digest is not null
   where l.user_id = person and l.excluded_until > database_now(p_at)
   group by known.digest
   order by known.digest
  on conflict (digest) do update set until = greatest(excluded_person.until, excluded.until);

  names := array_remove(array[account.email, account.email_key, account.phone, account.username_key,
    concat('user:', person)], null) || array(select concat('user:', a) from unnest(accounts) a);
  delete from account_limit l where regexp_split_to_array(l.subject, '[ |]') && names;
  delete from account_limit l where l.subject = any (accounts::text[]);
  delete from account_code c where c.target = any (names);
  delete from account_wallet_nonce n where n.user_id = person
    or (n.chain, n.address) in (select k.chain, k.address from account_wallet_key k where k.user_id = person);
  delete from account_wallet_key k where k.user_id = person;
  delete from account_passkey_challenge c where c.user_id = person
    or c.session_id in (select s.id from account_session s where s.user_id = person);
  delete from account_passkey k where k.user_id = person;
  delete from account_recovery_code c where c.user_id = person;
  delete from account_totp t where t.user_id = person;
  delete from account_fund_password f where f.user_id = person;
  delete from account_api_key k where k.user_id = any (accounts);
  delete from account_device d where d.user_id = person;
  -- Operators have numbers of their own, which are users' numbers too.
  delete from idempotent_command i where i.user_id = any (accounts) and i.route not like 'ops/%';

  -- What was to be delivered of a notice goes with it.
  delete from account_notice n where n.user_id = any (accounts);
  delete from notice_read_place p where p.user_id = any (accounts);
  delete from event_notice_place p where p.user_id = any (accounts);
  delete from notification_setting s where s.user_id = person;
  delete from push_subscription s where s.user_id = person;
  delete from account_session s where s.user_id = person;
  delete from outbox o where o.user_id = any (accounts);
  delete from price_alert a where a.user_id = person;
  delete from news_read r where r.user_id = person;
  delete from favourite_market f where f.user_id = person;
  delete from account_preference p where p.user_id = person;
  delete from futures_preference p where p.user_id = any (accounts);
  delete from referral_profile p where p.user_id = person;
  delete from data_export_part p where p.export_id in (select e.id from data_export e where e.user_id = person);
  delete from data_export e where e.user_id = person;

  delete from help_line l where l.chat_id in (select c.id from help_chat c where c.user_id = person);
  delete from help_hand_over h where h.chat_id in (select c.id from help_chat c where c.user_id = person);
  delete from help_chat c where c.user_id = person;
  update complaint c set order_number = '' where c.user_id = person;
  update complaint_entry t set text = '-'
   where t.complaint_id in (select c.id from complaint c where c.user_id = person);

  delete from account_bank_card b where b.user_id = person;
  delete from withdrawal_account a where a.user_id = person;
  update withdrawal w set remark = '', reason = word_erased(w.reason),
         destination = withdrawal_place_erased(w.chain, w.destination)
   where w.user_id = person;
  delete from withdrawal_address a where a.user_id = person
    and not exists (select from withdrawal w where w.address_id = a.id and w.user_id = a.user_id);
  update withdrawal_address a set notes = '', deleted_at = coalesce(a.deleted_at, p_at) where a.user_id = person;
  update deposit d set sender = '', remark = word_erased(d.remark) where d.user_id = person;
  update wallet_act a set reason = word_erased(a.reason)
    from (select 'deposit' as subject, d.id from deposit d where d.user_id = person
          union all
          select 'withdrawal', w.id from withdrawal w where w.user_id = person
          union all
          select 'adjustment', j.id from wallet_adjustment j where j.user_id = person) own
   where a.subject = own.subject and a.subject_id = own.id;
  update wallet_adjustment a set reason = '---' where a.user_id = person;

  delete from otc_payment p where p.user_id = person;
  update otc_advert a set terms = '' where a.merchant_id = person;
  update otc_merchant m set nickname = concat('-', person), nickname_key = concat('-', person),
         reason = word_erased(m.reason)
   where m.user_id = person;
  update otc_order o
     set buyer_name = case when o.buyer_id = person then '-' else o.buyer_name end,
         seller_name = case when o.seller_id = person then '-' else o.seller_name end,
         -- One that was left there by an erasing before this one goes with it, as erasure_allows asks.
         payment = case when account_is_erased(otc_payment_owner(o.way, o.merchant_id, o.seller_id))
           then otc_payment_erased(o.payment) else o.payment end,
         terms = case when o.merchant_id = person then '' else o.terms end
   where person in (o.buyer_id, o.seller_id);
  -- The other side was told of each line, and the newest events of a user are never pruned.
  update outbox o set payload = o.payload || '{"body": ""}'
    from otc_order d join room_line l on l.room = concat('otc-order:', d.id)
   where person in (d.buyer_id, d.seller_id) and l.user_id = person and l.body <> ''
     and o.kind = 'c2c.line' and o.payload->>'entity' = concat('otc-line:', l.id)
     and o.user_id = case when d.buyer_id = person then d.seller_id else d.buyer_id end;
  update room_line l set body = '' where l.user_id = person;

  update verification_history h set reason = word_erased(h.reason), photo_reasons = '{}'
   where h.case_id in (select c.id from verification_case c where c.user_id = person);
  delete from verification_photo p where p.case_id in (select c.id from verification_case c where c.user_id = person);
  update verification_case c
     set erased_at = p_at, country = null, name = null, id_kind = null, id_number_sealed = null, id_number_digest = null,
         address = null, reason = word_erased(c.reason)
   where c.user_id = person;
  -- Their files are removed by the round of the uploads; of those that belong to transactions when their days are over, as
  -- everybody's, and at the latest when what is kept goes.
  update upload u set state = case when u.state = 'used' then 'discarded' else 'expired' end
   where u.user_id = person and u.state in ('processing', 'waiting', 'used')
     and not (u.state = 'used' and u.purpose in ('verification', 'deposit', 'otc'));

  insert into account_security_event (user_id, kind, ip, device, at) values (person, 'account-erased', '', '', p_at);
  update account_security_event e
     set about = case when account_event_open(e.kind) then e.about else '' end, ip = '', device = '', request = '',
         salt = null, digest = account_event_digest(e)
   where e.user_id = person and e.salt is not null;
  update account_user u
     set erased_at = p_at, disabled_at = coalesce(u.disabled_at, p_at), username = null, username_key = null, email = null,
         email_key = null, phone = null, password_hash = null, anti_phishing_word = null, email_bound_at = null,
         phone_bound_at = null, agreed_at = null,
         extension_code = upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))
   where u.id = person;
  update account_user u set erased_at = p_at, disabled_at = coalesce(u.disabled_at, p_at)
   where u.id = any (accounts) and u.id <> person;
  update sub_account s set label = concat('-', s.user_id), label_key = concat('-', s.user_id) where s.main_id = person;
  delete from country_claim c where c.user_id = person;
  -- Last: the house's account of a coin is everybody's, and all that is erased takes a while.
  perform erasure_book_rest(p_erasure, person, p_at);
  return '{}'::text[];
end
$$;

/**
 * What nobody may do to the books, whoever asks: triggers refuse it for every role, the owner included, and the
 * application's role `gateway_app` is not even granted it.
 */
export const LEDGER_GUARDS = [
  `create function ledger_keep() returns trigger language plpgsql as $$
   begin
     raise exception '% is written once: % is refused', tg_table_name, lower(tg_op) using errcode = 'LG009';
   end $$`,
  ...['ledger_account_form', 'ledger_journal', 'ledger_posting', 'ledger_seal', 'trading_mode_change'].flatMap(
    (table) => [
      `create trigger ${table}_keep before update or delete on ${table} for each row execute function ledger_keep()`,
      `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function ledger_keep()`,
      `alter table ${table} enable always trigger ${table}_keep`,
      `alter table ${table} enable always trigger ${table}_keep_all`,
    ],
  ),
  // An account's balance moves; what the account is never changes, and it never goes away.
  `create trigger ledger_account_keep
     before delete or update of id, owner_id, kind, currency_id, scale, demo, shard, may_go_negative on ledger_account
     for each row execute function ledger_keep()`,
  ...['ledger_account', 'ledger_hold', 'trading_mode'].map(
    (table) =>
      `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function ledger_keep()`,
  ),
  `create trigger ledger_hold_keep before delete or update of name, account_id, opened_at on ledger_hold
     for each row execute function ledger_keep()`,
  // The legs of a journal arrive together and balance, whoever writes them. No leg is zero, so there are two or more.
  `create function ledger_posting_balance() returns trigger language plpgsql as $$
   begin
     if exists (select from added group by journal_id, currency_id having sum(amount) <> 0) then
       raise exception 'the legs of a journal do not sum to zero' using errcode = 'LG002';
     end if;
     return null;
   end $$`,
  `create trigger ledger_posting_balance after insert on ledger_posting
     referencing new table as added for each statement execute function ledger_posting_balance()`,
  // The role that the product may run as. Where the migrating role may not make roles, the triggers stand alone.
  `do $$
   begin
     if not exists (select from pg_roles where rolname = 'gateway_app')
        and exists (select from pg_roles where rolname = current_user and (rolcreaterole or rolsuper)) then
       create role gateway_app nologin;
     end if;
   exception when duplicate_object or unique_violation then
     null;
   end $$`,
  `do $$
   begin
     if not exists (select from pg_roles where rolname = 'gateway_app') then
       return;
     end if;
     grant usage on schema public to gateway_app;
     grant select, insert, update, delete on all tables in schema public to gateway_app;
     grant usage, select on all sequences in schema public to gateway_app;
     alter default privileges in schema public grant select, insert, update, delete on tables to gateway_app;
     alter default privileges in schema public grant usage, select on sequences to gateway_app;
     revoke insert, update, delete, truncate on
       ledger_account_form, ledger_account, ledger_journal, ledger_posting, ledger_hold, ledger_seal, trading_mode_change
       from gateway_app;
     grant insert on ledger_seal, trading_mode_change to gateway_app;
     revoke insert, delete, truncate on trading_mode from gateway_app;
   end $$`,
];

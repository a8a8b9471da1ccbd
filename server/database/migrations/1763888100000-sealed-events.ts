import { always, ForwardMigration } from './forward-migration.js';

/**
 * The seals of the audit log cover the users' security events, too. A seal from before covers none of them: the first new one
 * begins with the first event that there is.
 */
export class SealedEvents1763888100000 extends ForwardMigration {
  protected readonly statements = [
    `alter table audit_seal
       drop constraint audit_seal_check,
       -- one less than the first: nothing was added to the log, only to the events
       add constraint audit_seal_entries check (last_entry >= first_entry - 1),
       add column first_event bigint,
       add column last_event bigint,
       add column events_hash bytea check (length(events_hash) = 32),
       add constraint audit_seal_events check (
         num_nulls(first_event, last_event, events_hash) in (0, 3) and last_event >= first_event - 1)`,
    `create trigger account_security_event_number before insert on account_security_event
       for each statement execute function account_event_number()`,
    ...always('account_security_event', ['account_security_event_number']),
    // Whoever serves may add an event and not choose its number: one of a sealed range would be a forgery that is only found later.
    `do $$
       begin
         if exists (select from pg_roles where rolname = 'gateway_app') then
           revoke all on account_security_event from gateway_app;
           grant select on account_security_event to gateway_app;
           grant insert (user_id, kind, ip, device, at, request, about) on account_security_event to gateway_app;
         end if;
       end $$`,
  ];
}

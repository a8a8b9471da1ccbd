import { always, ForwardMigration } from './forward-migration.js';

/** Security events say of which request they were, and why; nothing takes them away, not all at once either. */
export class SecurityIncidents1763760000000 extends ForwardMigration {
  protected readonly statements = [
    `alter table account_security_event
       add column request text not null default '',
       add column about text not null default ''`,
    `create trigger account_security_event_keep_all before truncate on account_security_event
       for each statement execute function account_history_keep()`,
    ...always('account_security_event', ['account_security_event_keep', 'account_security_event_keep_all']),
  ];
}

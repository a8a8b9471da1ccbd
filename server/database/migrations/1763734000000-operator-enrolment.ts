import { ForwardMigration } from './forward-migration.js';

/** The authenticator is made by the operator it belongs to: until then there is none. */
export class OperatorEnrolment1763734000000 extends ForwardMigration {
  protected readonly statements = [
    'alter table operator alter totp_secret drop not null',
    // Of an invitation that is open, whoever invited has seen the secret.
    'update operator set totp_secret = null where one_time_until is not null',
    // An own password without an authenticator lets nobody in.
    `alter table operator add constraint operator_second_factor
       check (one_time_until is not null or totp_secret is not null)`,
  ];
}

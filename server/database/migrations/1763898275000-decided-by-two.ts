import { ForwardMigration, oneMoreNotValid } from './forward-migration.js';

/** A notice to everybody is proposed by one operator and agreed to by another one, and the end of a sale waits before it takes effect. */
export class DecidedByTwo1763898275000 extends ForwardMigration {
  protected readonly statements = [
    oneMoreNotValid('operator_proposal', ['notice']),
    oneMoreNotValid('operator_announced_act', ['ieo-cancel']),
  ];
}

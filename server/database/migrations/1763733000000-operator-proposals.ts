import { ForwardMigration } from './forward-migration.js';

/** Operators are added and changed by two administrators, and are for some hours in the hands of both. */
export class OperatorProposals1763733000000 extends ForwardMigration {
  protected readonly statements = [
    // Who approved the last change; null: the command line, or a change of the days when one administrator was enough.
    `alter table operator
       add column confirmed_by bigint references operator (id),
       add constraint operator_two_hands
         check (confirmed_by is null or (changed_by is not null and confirmed_by <> changed_by))`,
    'alter table operator_proposal drop constraint operator_proposal_kind_check',
    `alter table operator_proposal add constraint operator_proposal_kind_check check (kind in
       ('adjustment', 'deposit', 'withdrawal', 'deposit-key', 'deposit-pool', 'deposit-bank', 'network-limit', 'insurance',
        'books-quarantine', 'books-reopen', 'operator-add', 'operator-reset', 'operator-roles', 'operator-disable',
        'operator-enable'))`,
    // One at a time about one operator, whatever it is, and about one login that is yet to be.
    `create unique index operator_proposal_open_operator on operator_proposal (subject_id) where status = 'open'
       and kind in ('operator-reset', 'operator-roles', 'operator-disable', 'operator-enable')`,
    `create unique index operator_proposal_open_login on operator_proposal ((detail ->> 'login'))
       where status = 'open' and kind = 'operator-add'`,
  ];
}

import { ForwardMigration } from './forward-migration.js';

/** Caps of a coin and day for what the desk releases, and for what it credits where no chain says whether the money came. */
export class DayCaps1763795000000 extends ForwardMigration {
  protected readonly statements = [
    // Where nobody has set them, nothing of it is released or credited; seeds set those of the coins that they know.
    ...['credit', 'payout'].map(
      (act) => `alter table adjustment_cap
         add column ${act}_by_person money_amount check (${act}_by_person >= 0),
         add column ${act}_by_all money_amount,
         add check (${act}_by_person <= ${act}_by_all and (${act}_by_person is null) = (${act}_by_all is null))`,
    ),
    // The database's clock and the caps of that moment; from \`waits_until\` on it may go beyond the cap of a person.
    `alter table withdrawal
       add column released_by bigint,
       add column released_at timestamptz,
       add column cap_by_person money_amount,
       add column cap_by_all money_amount,
       add column waits_until timestamptz`,
    'create index withdrawal_released on withdrawal (currency_id, released_at) where released_at is not null',
    `create trigger withdrawal_capped before update on withdrawal
       for each row execute function withdrawal_capped()`,
    `alter table operator_announced_act
       drop constraint operator_announced_act_kind_check,
       add constraint operator_announced_act_kind_check check (kind in ('network-change', 'network-limit', 'deposit-key',
         'deposit-pool', 'deposit-bank', 'adjustment', 'deposit', 'withdrawal'))`,
    // Money moves once.
    'drop index operator_announced_act_one',
    `create unique index operator_announced_act_one on operator_announced_act (kind, subject_id)
       where status = 'waiting' and kind in ('adjustment', 'deposit', 'withdrawal')`,
  ];
}

import { ForwardMigration } from './forward-migration.js';

/** How much of a coin may be changed by hand on one day: by one person, and by all. */
export class AdjustmentCaps1763720000000 extends ForwardMigration {
  protected readonly statements = [
    // A coin without a row is not changed by hand at all.
    `create table adjustment_cap (
       currency_id integer primary key references currency (id),
       by_person money_amount not null check (by_person >= 0),
       by_all money_amount not null,
       check (by_person <= by_all)
     )`,
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_app') then
         revoke insert, update, delete on adjustment_cap from gateway_app;
       end if;
     end $$`,
    // The database's clock, and the caps of that moment.
    `alter table wallet_adjustment
       add column booked_at timestamptz,
       add column cap_by_person money_amount,
       add column cap_by_all money_amount`,
    `update wallet_adjustment set booked_at = decided_at where status = 'booked'`,
    `alter table wallet_adjustment
       add check ((status = 'booked') = (booked_at is not null)),
       add check ((cap_by_person is null) = (cap_by_all is null))`,
    'create index wallet_adjustment_booked on wallet_adjustment (currency_id, booked_at) where booked_at is not null',
    `create trigger wallet_adjustment_capped before insert or update or delete on wallet_adjustment
       for each row execute function wallet_adjustment_capped()`,
  ];
}

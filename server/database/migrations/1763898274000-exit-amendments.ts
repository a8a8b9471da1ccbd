import { always, ForwardMigration } from './forward-migration.js';

/**
 * The take-profit and the stop-loss that a purchase is to leave behind may be changed by its owner while it waits (decision 209): each
 * change is a row that is written once, and the row of what is left takes other prices by one alone.
 */
export class ExitAmendments1763898274000 extends ForwardMigration {
  protected readonly statements = [
    // How often its owner has changed it.
    'alter table spot_exit add column amendments integer not null default 0',
    `create table spot_exit_amendment (
       id bigint generated always as identity primary key,
       exit_id bigint not null references spot_exit (id),
       -- Which change of it this is, from 1 on.
       number integer not null check (number > 0),
       take_profit_before money_amount,
       take_profit_after money_amount check (take_profit_after > 0),
       stop_loss_before money_amount,
       stop_loss_after money_amount check (stop_loss_after > 0),
       at timestamptz not null,
       unique (exit_id, number),
       check ((take_profit_before is null) = (take_profit_after is null)),
       check ((stop_loss_before is null) = (stop_loss_after is null)),
       check ((take_profit_before, stop_loss_before) is distinct from (take_profit_after, stop_loss_after))
     )`,
    `create trigger spot_exit_amendment_append_only before update or delete on spot_exit_amendment
       for each row execute function spot_refuse_rewrite()`,
    `create trigger spot_exit_amendment_refuse_truncate before truncate on spot_exit_amendment
       for each statement execute function spot_refuse_rewrite()`,
    ...always('spot_exit_amendment', ['spot_exit_amendment_append_only', 'spot_exit_amendment_refuse_truncate']),
    'drop trigger spot_exit_refuse_rewrite on spot_exit',
    `create trigger spot_exit_refuse_rewrite before delete or update of order_id, user_id, demo, created_at, expires_at
       on spot_exit for each row execute function spot_refuse_rewrite()`,
    `create trigger spot_exit_amend before update on spot_exit for each row
       when (new.take_profit is distinct from old.take_profit or new.stop_loss is distinct from old.stop_loss
         or new.amendments <> old.amendments)
       execute function spot_exit_amend_guard()`,
    ...['gateway_app', 'gateway_verifier'].map(
      (role) => `do $$ begin
        if exists (select from pg_roles where rolname = '${role}') then
          revoke insert, update, delete, truncate on spot_exit_amendment from ${role};
        end if;
      end $$`,
    ),
  ];
}

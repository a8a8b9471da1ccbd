import { ForwardMigration } from './forward-migration.js';

/**
 * When a market was halted, and when it went on, is written by the trigger of its row alone: no gateway says it of another
 * instant.
 */
export class HaltsByTheirTrigger1763897100007 extends ForwardMigration {
  protected readonly statements = [
    // Ahead of the right that it takes the place of: a gateway of the version before halts a market meanwhile.
    'alter function market_note_halt() security definer set search_path = public, pg_temp',
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_app') then
         revoke insert on market_halt from gateway_app;
       end if;
     end $$`,
  ];
}

import { ForwardMigration } from './forward-migration.js';

/** What a proposal is made of; its status and its decision are nothing that it begins with. */
const PROPOSED = 'kind, subject_id, user_id, detail, reason, proposed_by, proposed_at';

/**
 * When a market was halted, and when it went on, is written by the trigger of its row alone: no gateway says it of another
 * instant. Nor does a gateway add a proposal that is decided already.
 */
export class HaltsByTheirTrigger1763897100007 extends ForwardMigration {
  protected readonly statements = [
    `do $$ begin
       if exists (select from pg_roles where rolname = 'gateway_app') then
         revoke insert on market_halt, operator_proposal from gateway_app;
         grant insert (${PROPOSED}) on operator_proposal to gateway_app;
       end if;
     end $$`,
  ];
}

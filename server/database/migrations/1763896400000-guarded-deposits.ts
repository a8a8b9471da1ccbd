import { ForwardMigration } from './forward-migration.js';

/** What a decision about a deposit sets; what its chain says is a worker's to write. */
const DECIDED = 'status, amount, remark, credited_by, credit_proposed_by, word_waits_until, version, updated_at';
const LOOKED_AT = 'chain_verdict, confirmations, looked_at';

/** Deposits and withdrawals begin under review, whoever writes the row; gateways write nothing that a chain says (decision 164). */
export class GuardedDeposits1763896400000 extends ForwardMigration {
  protected readonly statements = [
    'create trigger deposit_begin before insert on deposit for each row execute function deposit_begin()',
    'create trigger withdrawal_begin before insert on withdrawal for each row execute function withdrawal_begin()',
    where(
      'gateway_app',
      `revoke update on deposit from gateway_app;
       grant update (${DECIDED}) on deposit to gateway_app;`,
    ),
    where('gateway_worker', `grant update (${LOOKED_AT}) on deposit to gateway_worker;`),
  ];
}

/** Statements for a role, which is missing where the migrating user may make none. */
function where(role: string, statements: string): string {
  return `do $$ begin if exists (select from pg_roles where rolname = '${role}') then ${statements} end if; end $$`;
}

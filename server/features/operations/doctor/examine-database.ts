import { MIGRATIONS } from '../../../database/migrations/index.js';
import { type Finding, finding, stateOf } from './finding.js';
import type { DatabaseFacts, InstallationStore } from './installation.store.js';
import { versionFinding } from './supported-versions.js';

const GIB = 1024 ** 3;
/** Of all that may be open at once: whoever comes next is refused. */
const CONNECTIONS = { watch: 0.7, wrong: 0.9 };
/** Postgres stops taking writes some millions before two thousand million (`vacuum_failsafe_age` is 1,600 million). */
const TRANSACTION_AGE = { watch: 500_000_000, wrong: 1_600_000_000 };
/** Our own end after seconds; a longer one is a hand at the console, and keeps dead rows of everybody. */
const TRANSACTION_SECONDS = { watch: 60, wrong: 900 };

/** Looks at Postgres: whether it can be relied on, whether its schema and functions are those of this version, and who asks. */
export class ExamineDatabase {
  constructor(private readonly store: InstallationStore) {}

  /** @param now Unix milliseconds. */
  async execute(now: number): Promise<Finding[]> {
    const facts = await this.store.facts();
    return [
      versionFinding('Postgres', facts.version, now),
      ...databaseFindings(facts),
      await this.schema(),
      await this.functions(),
    ];
  }

  private async schema(): Promise<Finding> {
    const applied = await this.store.appliedMigrations();
    const missing = MIGRATIONS.filter(({ name }) => !applied.has(name)).length;
    const newer = [...applied].filter((name) => !MIGRATIONS.some((known) => known.name === name)).length;
    if (missing > 0)
      return finding(
        'database',
        'wrong',
        `${missing} migrations are missing`,
        'Run the migration as the owner of the tables (server/documents/operations.md).',
      );
    return newer > 0
      ? finding(
          'database',
          'watch',
          `the schema is ${newer} migrations newer than this version`,
          'Expected while an upgrade goes on; else start the newer version.',
        )
      : finding('database', 'ok', `the schema is that of this version (${MIGRATIONS.length} migrations)`, '');
  }

  private async functions(): Promise<Finding> {
    const { areOwn, count } = await this.store.functions();
    return finding(
      'database',
      areOwn ? 'ok' : 'wrong',
      areOwn
        ? `the stored functions are those of this version (${count})`
        : 'the stored functions are of another version',
      'Run the migration as the owner of the tables: processes of this version do not become ready before.',
    );
  }
}

/** Who serves, and who owns what the product has. */
function ownerFindings({ user, isSuperuser, isOwner, superuserOwners }: DatabaseFacts): Finding[] {
  const mayTooMuch = isSuperuser || isOwner;
  return [
    finding(
      'database',
      mayTooMuch ? 'wrong' : 'ok',
      `the product comes as ${user}${isSuperuser ? ', a superuser' : isOwner ? ', the owner of its tables' : ''}`,
      'Serve as gateway_app, gateway_worker and gateway_feed: what an owner may, no guard of the books holds up.',
    ),
    finding(
      'database',
      superuserOwners.length > 0 ? 'watch' : 'ok',
      superuserOwners.length > 0
        ? `what the product has belongs to ${superuserOwners.join(', ')}, a superuser: a migration, and each function with the owner's rights, may do everything in the server`
        : 'nothing of the product belongs to a superuser',
      'Run server/deploy/postgres/owner.sql as that superuser, and migrate as gateway_owner from then on (server/documents/operations.md, The owner).',
    ),
  ];
}

/** What Postgres' own facts say. */
export function databaseFindings(facts: DatabaseFacts): Finding[] {
  const { connections, connectionsMax, unsafe, invalidIndexes, triggersOff } = facts;
  const gib = (facts.bytes / GIB).toFixed(1);
  const size = `${facts.isStandby ? 'a standby' : 'a primary'} of ${gib} GiB`;
  return [
    finding('database', 'ok', size, ''),
    ...ownerFindings(facts),
    finding(
      'database',
      unsafe.length > 0 ? 'wrong' : 'ok',
      unsafe.length > 0
        ? `${unsafe.join(', ')} off: money that was committed can be lost`
        : 'what is committed is on disk (fsync, full_page_writes, synchronous_commit)',
      'Switch them on in postgresql.conf, and start Postgres anew.',
    ),
    finding(
      'database',
      stateOf(connections / connectionsMax, CONNECTIONS),
      `${connections} of ${connectionsMax} connections are open`,
      'Fewer connections for each process (DATABASE_POOL_SIZE and those of reads and jobs), PgBouncer in front, or a higher max_connections.',
    ),
    finding(
      'database',
      stateOf(facts.longestTransaction, TRANSACTION_SECONDS),
      `the longest transaction that may be seen runs for ${Math.round(facts.longestTransaction)} s`,
      'See pg_stat_activity; end it with pg_terminate_backend where it is a forgotten console.',
    ),
    finding(
      'database',
      stateOf(facts.oldestTransactionAge, TRANSACTION_AGE),
      `the oldest row that is not frozen is ${Math.round(facts.oldestTransactionAge / 1e6)} million transactions old`,
      'Find what keeps vacuum away (a long transaction, a slot, a prepared one), and vacuum as the owner.',
    ),
    ...invalidIndexes.map((name) =>
      finding(
        'database',
        'wrong',
        `the index ${name} is not valid`,
        `A build of it was broken off: reindex index concurrently ${name}, as the owner.`,
      ),
    ),
    ...triggersOff.map((name) =>
      finding(
        'database',
        'wrong',
        `the trigger ${name} is switched off`,
        'Nobody of ours does that. Switch it on, and find out who did and what was written meanwhile (npm run verify-books, verify-audit).',
      ),
    ),
  ];
}

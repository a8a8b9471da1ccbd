import type { DataSource } from 'typeorm';
import { LogArchiveStore } from '../../../platform/log-archive/log-archive.store.js';
import { installedVersion, storedFunctions, versionOf } from '../../../platform/database/stored-functions.js';

/** What Postgres says of itself and of whoever asks. */
export interface DatabaseFacts {
  /** `17.4`, without the distribution's words. */
  version: string;
  user: string;
  isSuperuser: boolean;
  /** Whether the user owns a table of the product, so that its triggers do not hold for it. */
  isOwner: boolean;
  /** Superusers that tables or functions of the product belong to, by which whoever migrates comes. */
  superuserOwners: string[];
  isStandby: boolean;
  connections: number;
  connectionsMax: number;
  /** Settings that are off and without which committed money can be lost, or broken pages be read as good ones. */
  unsafe: string[];
  /** Transactions since the oldest row that no vacuum has frozen; at two thousand million Postgres stops. */
  oldestTransactionAge: number;
  bytes: number;
  /** The longest transaction that may be seen. Seconds. */
  longestTransaction: number;
  invalidIndexes: string[];
  triggersOff: string[];
}

/** What should have been sealed and is not. Seconds since it was written; null: everything is sealed. */
export interface UnsealedFacts {
  journals: number | null;
  /** Of the desk's log and the users' security events. */
  audit: number | null;
  /** Since the end of the oldest hour of the tape that has samples, none of which lies under a root. */
  tapeHours: number | null;
}

/** How far behind the product is. Seconds. */
export interface LagFacts {
  /** Since a check of the books was last finished. */
  booksUnchecked: number;
  /** Age of the newest second on the tape; null: nothing is on it. */
  tape: number | null;
  /** Age of the oldest mail or text message that waits; null: none does. */
  messages: number | null;
}

/** A server that follows this one. */
export interface StandbyFacts {
  name: string;
  /** `streaming`, once it has caught up. */
  state: string;
  isSynchronous: boolean;
  /** How long replay took at last, or how long it has said nothing; 0 where it has all. */
  behindSeconds: number;
  /** Of the log that is not on its disk. */
  behindBytes: number;
}

/** How this Postgres follows another one, or is followed. */
export interface ReplicationFacts {
  isStandby: boolean;
  /** Whether whoever asks may see how far behind others are. */
  maySee: boolean;
  standbys: StandbyFacts[];
  /** Slots that keep the log for a standby that is not there. Bytes of it. */
  idleSlots: { name: string; bytes: number }[];
  /** Of a standby: whether its primary speaks to it. */
  isReceiving: boolean;
  /** Of a standby: seconds since the newest commit that it has, 0 where it has all that it was sent; null: it has none. */
  replayedAgo: number | null;
}

/** What an installation is asked by its doctor. It only reads. */
export class InstallationStore {
  readonly logArchive: LogArchiveStore;

  constructor(private readonly source: DataSource) {
    this.logArchive = new LogArchiveStore(source);
  }

  /** Connects once, when somebody first asks. @throws where nobody answers. */
  async connect(): Promise<void> {
    if (!this.source.isInitialized) await this.source.initialize();
  }

  /** Whether the stored functions are those of this version, and how many those are. */
  async functions(): Promise<{ areOwn: boolean; count: number }> {
    const functions = storedFunctions();
    const areOwn = (await installedVersion(this.source, functions)) === versionOf(functions);
    return { areOwn, count: functions.length };
  }

  async facts(): Promise<DatabaseFacts> {
    const [facts] = await this.source.query<[DatabaseFacts]>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_user as "user",
              (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
              exists (select from pg_tables where schemaname = current_schema() and tableowner = current_user) as "isOwner",
              (select coalesce(array_agg(distinct o.rolname::text order by o.rolname::text), '{}')
                 from (select relowner from pg_class
                        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
                       union select proowner from pg_proc
                        where pronamespace = current_schema()::regnamespace) of (role)
                 join pg_roles o on o.oid = of.role where o.rolsuper) as "superuserOwners",
              pg_is_in_recovery() as "isStandby",
              (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
              current_setting('max_connections')::integer as "connectionsMax",
              (select coalesce(array_agg(name order by name), '{}') from pg_settings
                where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as unsafe,
              (select max(age(datfrozenxid))::float8 from pg_database) as "oldestTransactionAge",
              pg_database_size(current_database())::float8 as bytes,
              (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
                where backend_type = 'client backend' and pid <> pg_backend_pid()) as "longestTransaction",
              (select coalesce(array_agg(c.relname::text order by 1), '{}')
                 from pg_index i join pg_class c on c.oid = i.indexrelid
                where not i.indisvalid and c.relnamespace = current_schema()::regnamespace) as "invalidIndexes",
              (select coalesce(array_agg(format('%s of %s', t.tgname, c.relname) order by 1), '{}')
                 from pg_trigger t join pg_class c on c.oid = t.tgrelid
                where t.tgenabled = 'D' and not t.tgisinternal
                  and c.relnamespace = current_schema()::regnamespace) as "triggersOff"`,
    );
    return facts;
  }

  async replication(): Promise<ReplicationFacts> {
    const [row] = await this.source.query<[{ facts: ReplicationFacts }]>(
      `select jsonb_build_object(
         'isStandby', pg_is_in_recovery(),
         'maySee', pg_has_role(current_user, 'pg_read_all_stats', 'usage'),
         'standbys', (select coalesce(jsonb_agg(jsonb_build_object(
             'name', coalesce(nullif(r.application_name, ''), 'a standby'), 'state', coalesce(r.state, 'unknown'),
             'isSynchronous', coalesce(r.sync_state in ('sync', 'quorum'), false),
             'behindSeconds', case when r.replay_lsn >= here.lsn then 0 else greatest(
               extract(epoch from r.replay_lag), extract(epoch from clock_timestamp() - r.reply_time), 0) end,
             'behindBytes', coalesce(pg_wal_lsn_diff(here.lsn, r.flush_lsn), 0)) order by r.application_name), '[]')
           from pg_stat_replication r),
         'idleSlots', (select coalesce(jsonb_agg(jsonb_build_object('name', s.slot_name,
             'bytes', coalesce(pg_wal_lsn_diff(here.lsn, s.restart_lsn), 0)) order by s.slot_name), '[]')
           from pg_replication_slots s where not s.active and not pg_is_in_recovery()),
         'isReceiving', exists (select from pg_stat_wal_receiver where pid is not null),
         'replayedAgo', case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
           else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end) as facts
         from (select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end as lsn) here`,
    );
    return row.facts;
  }

  async appliedMigrations(): Promise<Set<string>> {
    const rows = await this.source.query<{ name: string }[]>('select name from migrations');
    return new Set(rows.map(({ name }) => name));
  }

  /** Which books take no new commitments, and why. */
  cancelOnly(): Promise<{ book: 'real' | 'demo'; cause: string }[]> {
    return this.source.query(
      `select case when demo then 'demo' else 'real' end as book, cause from trading_mode where mode <> 'open' order by demo`,
    );
  }

  async unsealed(): Promise<UnsealedFacts> {
    const [facts] = await this.source.query<[UnsealedFacts]>(
      `select extract(epoch from clock_timestamp() - (
                select at from ledger_journal
                 where id > coalesce((select last_journal from ledger_seal order by id desc limit 1), 0) order by id limit 1))::float8 as journals,
              extract(epoch from clock_timestamp() - least(
                (select at from audit_entry
                  where id > coalesce((select last_entry from audit_seal order by id desc limit 1), 0) order by id limit 1),
                (select at from account_security_event
                  where id > coalesce((select last_event from audit_seal order by id desc limit 1), 0) order by id limit 1)))::float8 as audit,
              (select extract(epoch from clock_timestamp()
                        - (date_trunc('hour', min(first.second), 'UTC') + interval '1 hour'))::float8
                 from tape_head head cross join lateral (
                   select sample.second from price_sample sample
                    where sample.market_id = head.market_id and sample.second >= coalesce(
                      (select max(root.hour) + interval '1 hour' from tape_root root
                        where root.market_id = head.market_id), '-infinity')
                    order by sample.second limit 1) first) as "tapeHours"`,
    );
    return facts;
  }

  async lag(): Promise<LagFacts> {
    const [facts] = await this.source.query<[LagFacts]>(
      `select (select max(extract(epoch from clock_timestamp() - coalesce(checked_at, since)))::float8
                 from trading_mode) as "booksUnchecked",
              (select extract(epoch from clock_timestamp() - max(newest.second))::float8
                 from tape_head head cross join lateral (
                   select s.second from price_sample s where s.market_id = head.market_id and s.second <= head.second
                    order by s.second desc limit 1) newest) as tape,
              (select extract(epoch from clock_timestamp() - min(created_at))::float8
                 from outgoing_message where ended_at is null) as messages`,
    );
    return facts;
  }

  /** The database's clock. Unix milliseconds. */
  async now(): Promise<number> {
    const [row] = await this.source.query<[{ ms: number }]>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    return row.ms;
  }
}

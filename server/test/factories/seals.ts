import type { DataSource } from 'typeorm';

/** A seal waits two seconds for whoever may still write, in any database of the server: so often it is tried again. */
const ROUNDS = 60;

interface Sealing {
  execute(): Promise<unknown>;
}

const UNSEALED = {
  journals: `(select coalesce(max(id), 0) from ledger_journal) > (select coalesce(max(last_journal), 0) from ledger_seal)`,
  acts: `(select coalesce(max(id), 0) from audit_entry) > (select coalesce(max(last_entry), 0) from audit_seal)
      or (select coalesce(max(id), 0) from account_security_event) > (select coalesce(max(last_event), 0) from audit_seal)`,
};

/** Seals every journal there is. */
export const sealJournals = (source: DataSource, sealing: Sealing) => sealAll(source, sealing, 'journals');

/** Seals every act of the desk and every event of users' security there is. */
export const sealActs = (source: DataSource, sealing: Sealing) => sealAll(source, sealing, 'acts');

async function sealAll(source: DataSource, sealing: Sealing, what: keyof typeof UNSEALED): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await sealing.execute();
    const left: unknown[] = await source.query(`select 1 where ${UNSEALED[what]}`);
    if (left.length === 0) return;
  }
  const writers: unknown[] = await source.query(
    `select datname, state, left(query, 100) as query, xact_start from pg_stat_activity
      where backend_xid is not null or backend_xmin is not null order by xact_start limit 5`,
  );
  throw new Error(`Nothing is sealed: somebody writes since ${JSON.stringify(writers)}`);
}

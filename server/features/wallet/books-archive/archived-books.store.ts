import type { DataSource } from 'typeorm';

export interface ArchiveRow {
  id: string;
  firstSeal: string;
  lastSeal: string;
  hash: string;
  bytes: number;
  key: string;
}

/** Seconds since the end of the oldest day of which a seal is in no file yet; 0 where there is none. */
export async function archiveLateSeconds(source: DataSource, at: Date): Promise<number> {
  const rows: { seconds: number }[] = await source.query(
    `select greatest(extract(epoch from database_now($1)
              - (((s.sealed_at at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC')), 0)::float8 as seconds
       from ledger_seal s
      where s.id > coalesce((select last_seal from books_archive order by id desc limit 1), 0) order by s.id limit 1`,
    [at],
  );
  return rows[0]?.seconds ?? 0;
}

/** What the database says of what is archived, for the program that holds the files against it. It only reads. */
export class ArchivedBooksStore {
  constructor(private readonly source: DataSource) {}

  lateSeconds(at: Date): Promise<number> {
    return archiveLateSeconds(this.source, at);
  }

  /** Which books these are: the digest of the first seal; null without one. */
  async books(): Promise<string | null> {
    const rows: { books: string }[] = await this.source.query(
      `select encode(hash, 'hex') as books from ledger_seal where id = 1`,
    );
    return rows[0]?.books ?? null;
  }

  async file(id: string): Promise<ArchiveRow | null> {
    const rows: ArchiveRow[] = await this.source.query(
      `select id::text, first_seal::text as "firstSeal", last_seal::text as "lastSeal", encode(hash, 'hex') as hash,
              bytes::float8 as bytes, object_key as key from books_archive where id = $1`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** The number of the last file that is noted; 0 without one. */
  async lastFile(): Promise<string> {
    const rows: { id: string }[] = await this.source.query(
      'select coalesce(max(id), 0)::text as id from books_archive',
    );
    return rows[0]?.id ?? '0';
  }

  /**
   * Accounts whose posting with the given number has not the given balance, or whose next one is in a journal up to the last
   * that is archived, where none waits for one that is not.
   */
  async strayAccounts(
    accounts: readonly { account: string; sequence: string; balance: string }[],
    lastJournal: string,
  ): Promise<string[]> {
    const rows: { account: string }[] = await this.source.query(
      `select k.account::text from unnest($1::bigint[], $2::bigint[], $3::numeric[]) as k (account, sequence, balance)
         left join ledger_posting p on p.account_id = k.account and p.sequence = k.sequence
         left join ledger_posting n on n.account_id = k.account and n.sequence = k.sequence + 1
         left join ledger_account a on a.id = k.account
        where p.balance_after is distinct from k.balance
           or case when n.journal_id is null
                then (a.balance, a.sequence) is distinct from (k.balance, k.sequence)
                else n.journal_id <= $4 end
        order by k.account`,
      [
        accounts.map(({ account }) => account),
        accounts.map(({ sequence }) => sequence),
        accounts.map(({ balance }) => balance),
        lastJournal,
      ],
    );
    return rows.map(({ account }) => account);
  }

  /** Whether a posting is in a journal after the given one, so that it cannot be archived yet. */
  async isLater(account: string, sequence: string, journal: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      'select 1 from ledger_posting where account_id = $1 and sequence = $2 and journal_id > $3',
      [account, sequence, journal],
    );
    return rows.length > 0;
  }
}

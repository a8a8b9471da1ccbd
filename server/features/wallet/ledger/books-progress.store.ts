import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Range } from './slice-statement.js';

/** A slice with violations. `subject` is a table; or `journals`, with the rows that they refer to; or `pass`. */
export interface Suspect {
  subject: string;
  range: Range;
}

/** Progress of a pass in a table: the next row, null when it is done; and the last row when it reached the table. */
export interface Place {
  next: string | null;
  last: string | null;
}

/** A pass through the whole book, identified by its start. */
export interface Pass {
  began: string;
  places: ReadonlyMap<string, Place>;
}

/**
 * Watermarks of the check of the books. Moving one forward by hand hides a violation only until the next pass through the
 * whole book.
 */
@Injectable()
export class BooksProgressStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The last journal that is both sealed and checked. */
  async verifiedTo(): Promise<string> {
    const rows: { journal: string }[] = await this.source.query(
      'select verified_journal::text as journal from books_progress',
    );
    return rows[0]?.journal ?? '0';
  }

  /** Monotonic. Stored with the last seal that it covers, which must exist from now on. */
  async verify(journal: string): Promise<void> {
    await this.source.query(
      `update books_progress p set verified_journal = $1, verified_seal = s.id, verified_hash = s.hash
         from (select 1) one left join lateral (
           select id, hash from ledger_seal where last_journal <= $1 order by id desc limit 1) s on true
        where p.verified_journal < $1
          -- What was verified up to a seal that is gone stays where it is: see L16.
          and (p.verified_seal is null
            or exists (select from ledger_seal k where k.id = p.verified_seal and k.hash = p.verified_hash))`,
      [journal],
    );
  }

  /** The last seal of a chain that was checked; zero when none was. */
  async chainVerifiedTo(subject: string): Promise<string> {
    const rows: { seal: string }[] = await this.source.query(
      'select verified_row::text as seal from books_chain where subject = $1',
      [subject],
    );
    return rows[0]?.seal ?? '0';
  }

  /** Monotonic, and not moved when the verified seal is gone: that is a violation from then on. */
  async verifyChain(table: string, seal: string): Promise<void> {
    await this.source.query(
      `insert into books_chain as c (subject, verified_row, verified_hash)
       select '${table}', s.id, s.hash from ${table} s where s.id = $1
       on conflict (subject) do update set verified_row = excluded.verified_row, verified_hash = excluded.verified_hash
        where c.verified_row < excluded.verified_row
          and exists (select from ${table} k where k.id = c.verified_row and k.hash = c.verified_hash)`,
      [seal],
    );
  }

  /** Violations outside quarantine come first, so that the limit never hides one behind quarantined ones. */
  async suspects(limit: number): Promise<Suspect[]> {
    const rows: { subject: string; first: string; last: string }[] = await this.source.query(
      `select subject, first_row::text as first, last_row::text as last from books_suspect
        order by let_stand, found_at, subject, first_row limit $1`,
      [limit],
    );
    return rows.map(({ subject, first, last }) => ({ subject, range: { first, last } }));
  }

  async suspect({ subject, range: { first, last } }: Suspect): Promise<void> {
    await this.source.query(
      `insert into books_suspect (subject, first_row, last_row, found_at) values ($1, $2, $3, clock_timestamp())
       on conflict do nothing`,
      [subject, first, last],
    );
  }

  /** Number of slices with violations outside quarantine. */
  async countSuspects(): Promise<number> {
    const rows: { count: number }[] = await this.source.query(
      'select count(*)::integer as count from books_suspect where not let_stand',
    );
    return rows[0]?.count ?? 0;
  }

  /** Replaces the findings of a slice that was checked again. */
  async note({ subject, range: { first, last } }: Suspect, { isLetStand }: { isLetStand: boolean }): Promise<void> {
    await this.source.query(
      `update books_suspect set let_stand = $4
        where subject = $1 and first_row = $2 and last_row = $3 and let_stand <> $4`,
      [subject, first, last, isLetStand],
    );
  }

  async acquit({ subject, range: { first, last } }: Suspect): Promise<void> {
    await this.source.query('delete from books_suspect where subject = $1 and first_row = $2 and last_row = $3', [
      subject,
      first,
      last,
    ]);
  }

  /** The pass in progress. */
  async pass(): Promise<Pass> {
    const rows: { subject: string | null; next: string | null; last: string | null; began: string }[] =
      await this.source.query(
        `select p.pass_began_at::text as began, b.subject, b.next_row::text as next, b.last_row::text as last
           from books_progress p left join books_place b on true`,
      );
    const places = new Map(
      rows.flatMap(({ subject, next, last }) => (subject ? [[subject, { next, last }] as const] : [])),
    );
    return { began: rows[0]?.began ?? '', places };
  }

  /** Stores the progress of a pass, unless another process has ended it meanwhile (compare-and-set). */
  async setPlace({ began }: Pass, subject: string, { next, last }: Place): Promise<void> {
    await this.source.query(
      `insert into books_place (subject, next_row, last_row)
       select $2, $3, $4 from books_progress where pass_began_at = $1::timestamptz
       on conflict (subject) do update set next_row = excluded.next_row`,
      [began, subject, next, last],
    );
  }

  /** Marks the pass as complete; the next one begins at the first row. */
  async endPass({ began }: Pass): Promise<void> {
    await this.source.query(
      `with ended as (
         update books_progress set pass_began_at = clock_timestamp(), passed_at = clock_timestamp(),
                pass_took = clock_timestamp() - pass_began_at
          where pass_began_at = $1::timestamptz returning 1)
       delete from books_place where exists (select from ended)`,
      [began],
    );
  }

  /** Seconds since the last complete pass; since the installation where there was none. */
  async secondsSincePass(): Promise<number> {
    const rows: { seconds: number }[] = await this.source.query(
      `select extract(epoch from clock_timestamp() - coalesce(passed_at, pass_began_at))::float8 as seconds
         from books_progress`,
    );
    return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Range } from './slice-statement.js';

/** A slice in which something was found. `subject` is a table; or `journals` with what they are about; or `pass`. */
export interface Suspect {
  subject: string;
  range: Range;
}

/**
 * How far the check of the books has come. Only a place in a book: whoever sets it forward by hand has not hidden anything
 * for longer than the next pass through the whole book takes.
 */
@Injectable()
export class BooksProgressStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** The last journal of those that are sealed and were checked. */
  async verifiedTo(): Promise<string> {
    const rows: { journal: string }[] = await this.source.query(
      'select verified_journal::text as journal from books_progress',
    );
    return rows[0]?.journal ?? '0';
  }

  /** Never goes back. With it stands the last seal that it covers, which must be there from now on. */
  async verify(journal: string): Promise<void> {
    await this.source.query(
      `update books_progress p set verified_journal = $1, verified_seal = s.id, verified_hash = s.hash
         from (select 1) one left join lateral (
           select id, hash from ledger_seal where last_journal <= $1 order by id desc limit 1) s on true
        where p.verified_journal < $1`,
      [journal],
    );
  }

  /** Those that nobody let stand come first, so that however many are let stand hide none of them. */
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

  /** What was found in a slice that was looked at again. */
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

  /** The first row that this pass has not looked at, by table; null where the pass is through with it. */
  async places(): Promise<Map<string, string | null>> {
    const rows: { subject: string; next: string | null }[] = await this.source.query(
      'select subject, next_row::text as next from books_place',
    );
    return new Map(rows.map(({ subject, next }) => [subject, next]));
  }

  async setPlace(subject: string, next: string | null): Promise<void> {
    await this.source.query(
      `insert into books_place (subject, next_row) values ($1, $2)
       on conflict (subject) do update set next_row = excluded.next_row`,
      [subject, next],
    );
  }

  /** The whole book was looked at; the next pass begins at its first row. */
  async endPass(): Promise<void> {
    await this.source.query(
      `with forgotten as (delete from books_place)
       update books_progress set pass_began_at = clock_timestamp(), passed_at = clock_timestamp(),
              pass_took = clock_timestamp() - pass_began_at`,
    );
  }

  /** Seconds since the whole book was last looked at; since the product was installed when it never was. */
  async secondsSincePass(): Promise<number> {
    const rows: { seconds: number }[] = await this.source.query(
      `select extract(epoch from clock_timestamp() - coalesce(passed_at, pass_began_at))::float8 as seconds
         from books_progress`,
    );
    return rows[0]?.seconds ?? Number.POSITIVE_INFINITY;
  }
}

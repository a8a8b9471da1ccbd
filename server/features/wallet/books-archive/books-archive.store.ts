import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callFunction } from '../../../platform/database/call-function.js';
import { ZEROS } from './archive-chain.rules.js';
import { archiveLateSeconds } from './archived-books.store.js';

/** When a file is full, and what is read at a time. */
export interface FileLimits {
  /** Numbers of journals in a file; a seal more than that may be begun. */
  journals: number;
  /** Of a file before it is compressed; likewise. */
  bytes: number;
  seals: number;
  /** Postings that are read at a time. A journal that has more is read alone. */
  postings: number;
}

/** Of one run. */
export interface ArchiveLimits extends FileLimits {
  files: number;
}

/** Where the next file begins. */
export interface NextFile {
  id: string;
  /** SHA-256 of the lines of the file before; zeros for the first. */
  previousHash: string;
  /** Digest of the first seal: which books these are. */
  books: string;
  firstSeal: string;
}

export interface FileRow {
  id: string;
  lastSeal: string;
  journals: number;
  bytes: number;
  hash: string;
}

/** What is noted of a file that there is. */
export interface NotedFile extends NextFile {
  lastSeal: string;
  hash: string;
  /** Of its lines. */
  bytes: number;
  key: string;
}

/** What has to be past of the next day before the last file of a day is written. */
const GRACE = `interval '1 hour'`;

/** Which files there are, and where the next one begins. */
@Injectable()
export class BooksArchiveStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /**
   * Where the next file begins, when there is enough for one: it will be full, or its day is over. A day is that of the
   * first seal; it is over when a seal of another day follows, or an hour after its end.
   */
  async nextFile({ journals, seals }: ArchiveLimits, at: Date): Promise<NextFile | null> {
    const rows: NextFile[] = await this.source.query(
      `with done as (select id, last_seal, hash from books_archive order by id desc limit 1),
       next as (
         select s.id, s.first_journal, s.last_journal, (s.sealed_at at time zone 'UTC')::date as day from ledger_seal s
          where s.id > coalesce((select last_seal from done), 0) order by s.id limit $1),
       first as (select * from next order by id limit 1)
       select (coalesce((select id from done), 0) + 1)::text as id,
              coalesce((select encode(hash, 'hex') from done), '${ZEROS}') as "previousHash",
              (select encode(s.hash, 'hex') from ledger_seal s order by s.id limit 1) as books,
              f.id::text as "firstSeal"
         from first f
        where (select count(*) from next) >= $1
           or exists (select from next n where n.day <> f.day or n.last_journal - f.first_journal + 1 >= $2)
           or ((f.day + 1)::timestamp at time zone 'UTC') + ${GRACE} <= database_now($3)`,
      [seals, journals, at],
    );
    return rows[0] ?? null;
  }

  /** @param file null: the newest. */
  async noted(file: string | null): Promise<NotedFile | null> {
    const rows: NotedFile[] = await this.source.query(
      `select a.id::text as id, encode(a.previous_hash, 'hex') as "previousHash",
              (select encode(s.hash, 'hex') from ledger_seal s where s.id = 1) as books,
              a.first_seal::text as "firstSeal", a.last_seal::text as "lastSeal", encode(a.hash, 'hex') as hash,
              a.bytes::float8 as bytes, a.object_key as key
         from books_archive a where a.id = coalesce($1, (select max(id) from books_archive))`,
      [file],
    );
    return rows[0] ?? null;
  }

  /** False where another worker has noted it. @throws the driver's error LG010 where another file has its number. */
  add({ id, lastSeal, journals, bytes, hash }: FileRow, at: Date): Promise<boolean> {
    const given = { id, lastSeal, journals, bytes, hash: Buffer.from(hash, 'hex'), at };
    return callFunction(this.source.manager, 'books_archive_add', given);
  }

  lateSeconds(at: Date): Promise<number> {
    return archiveLateSeconds(this.source, at);
  }
}

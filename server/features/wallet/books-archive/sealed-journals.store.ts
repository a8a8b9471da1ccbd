import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../../platform/database/read-source.store.js';
import { allowLonger } from '../../../platform/database/watched-pool.js';
import type { ArchivedSeal, JournalRow } from './archive-lines.rules.js';

/** A seal and the day that it was made on. */
export type DatedSeal = ArchivedSeal & { day: string };

/** Numbers of journals that are looked at for the next slice. */
const SLICE_JOURNALS = 2000;
/** A slice takes a fraction of a second; allows for a very busy machine. */
const SLICE_LIMIT_MS = 30_000;

const SEAL_COLUMNS = `
  s.id::text as seal, s.first_journal::text as "firstJournal", s.last_journal::text as "lastJournal",
  encode(s.previous_hash, 'hex') as "previousHash", encode(s.hash, 'hex') as hash,
  to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt",
  to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD') as day`;

/** Seals and what they cover. What is sealed never changes, so that each slice has a snapshot of its own. */
@Injectable()
export class SealedJournalsStore {
  constructor(private readonly reads: ReadSource) {}

  /** The next seals from a number on. */
  sealsFrom(seal: string, limit: number): Promise<DatedSeal[]> {
    return this.reads.query(`select ${SEAL_COLUMNS} from ledger_seal s where s.id >= $1 order by s.id limit $2`, [
      seal,
      limit,
    ]);
  }

  /**
   * Journals of a range from its beginning on, with their postings in the order of the sealed text, and the number up to
   * which those are all. At most so many postings, or one journal.
   */
  async slice(first: string, last: string, postings: number): Promise<{ upTo: string; journals: JournalRow[] }> {
    return this.reads.snapshot(async (tx) => {
      await allowLonger(tx, SLICE_LIMIT_MS);
      // The planner's statistics lack the newest rows.
      await tx.query('set local enable_seqscan = off; set local jit = off');
      const [cut]: { upTo: string }[] = await tx.query(
        `with bounds as (select least($2::bigint, $1::bigint + ${SLICE_JOURNALS - 1}) as last),
         counted as (
           select journal_id, count(*) as postings from ledger_posting
            where journal_id between $1 and (select last from bounds) group by 1),
         running as (select journal_id, sum(postings) over (order by journal_id) as total from counted)
         select coalesce(case when max(total) > $3
                  then greatest(min(journal_id) filter (where total > $3) - 1, min(journal_id)) end,
                (select last from bounds))::text as "upTo" from running`,
        [first, last, postings],
      );
      const upTo = cut?.upTo ?? last;
      const journals: JournalRow[] = await tx.query(
        `select j.id::text as journal, j.reason, j.reference, j.demo,
                to_char(j.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, coalesce(legs.line, '') as legs
           from ledger_journal j
           left join (
             select p.journal_id, string_agg(concat_ws(':', p.account_id, p.sequence, p.currency_id,
                      trim_scale(p.amount), trim_scale(p.balance_after)), ',' order by p.account_id, p.sequence) as line
               from ledger_posting p where p.journal_id between $1 and $2 group by p.journal_id
           ) legs on legs.journal_id = j.id
          where j.id between $1 and $2 order by j.id`,
        [first, upTo],
      );
      return { upTo, journals };
    });
  }
}

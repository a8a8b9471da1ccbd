import { type DueBy, type Invariant, type InvariantPart, WATCHED } from './invariants.js';
import { headSql } from './reasons.js';
import type { Subject } from './subjects.js';

/** Numbers of rows, both ends included. */
export interface Range {
  first: string;
  last: string;
}

/** A slice: rows of a table by their numbers, or those that a range of journals refers to. */
export type Slice = { rows: Range } | { journals: Range };

/** `number` is the reference where it is a whole number, `head` the part before a colon. */
const JOURNAL_COLUMNS = `
  id, reason, reference, demo, at,
  case when reference ~ '^[1-9][0-9]{0,17}$' then reference::bigint end as number,
  ${headSql('reference')} as head`;
/**
 * Postings with their journals and accounts; of a journal without any, a row without a posting. A full join, because the
 * planner's statistics lack the newest rows: it estimates one row and would choose a nested loop.
 */
const LEGS = `
  select coalesce(p.journal_id, j.id) as journal_id, j.reason, j.reference, j.number, j.head, j.demo as journal_demo,
         p.account_id, p.sequence, p.currency_id, p.demo, p.amount, p.balance_after,
         a.owner_id, a.kind, a.demo as account_demo, a.currency_id as account_currency_id
    from (posted p full join checked j on j.id = p.journal_id) left join ledger_account a on a.id = p.account_id`;

/**
 * One query that answers the rows of a slice which break an invariant: `invariant`, `book`, `fingerprint`,
 * `isQuarantined`, `isLate`, `details`. At most `$1` of each invariant and book. Null where no invariant is over the table.
 */
export function sliceStatement(subject: Subject, invariants: readonly Invariant[], slice: Slice): string | null {
  const parts = partsOver(subject.table, invariants);
  return parts.length === 0 ? null : violations(`${checked(subject, slice)},`, parts);
}

/** The same for the parts that are asked `round` by round, or once a `pass`. Null where there is none. */
export function wholeStatement(when: 'round' | 'pass', invariants: readonly Invariant[], due: DueBy): string | null {
  const parts = partsOver(when, invariants);
  return parts.length === 0 ? null : violations(`watched as (${WATCHED[due]}),`, parts);
}

interface NamedPart {
  name: string;
  sql: InvariantPart['sql'];
  isLate: boolean;
}

function partsOver(over: string, invariants: readonly Invariant[]): NamedPart[] {
  return invariants.flatMap(({ name, parts }) =>
    parts.filter((part) => part.over === over).map(({ sql, isLate = false }) => ({ name, sql, isLate })),
  );
}

/** The rows of the slice under the names that invariants know them by. */
function checked({ table, touchedBy }: Subject, slice: Slice): string {
  const isOfJournals = table === 'ledger_journal';
  if ('rows' in slice || isOfJournals) {
    const { first, last } = 'rows' in slice ? slice.rows : slice.journals;
    const rows = `checked as materialized (
      select ${isOfJournals ? JOURNAL_COLUMNS : '*'} from ${table} where id between ${first} and ${last})`;
    return isOfJournals
      ? `${rows},
         posted as materialized (select * from ledger_posting where journal_id between ${first} and ${last}),
         legs as materialized (${LEGS})`
      : rows;
  }
  const { first, last } = slice.journals;
  return `recent as materialized (
      select ${JOURNAL_COLUMNS} from ledger_journal where id between ${first} and ${last}),
    checked as materialized (select * from ${table} where id in (${touchedBy}))`;
}

/** Findings of the parts, with each row's book and whether it is in quarantine. */
function violations(context: string, parts: readonly NamedPart[]): string {
  const found = parts.map(
    ({ name, sql, isLate }) =>
      `select '${name}' as invariant, ${isLate} as "isLate", to_jsonb(row) as details from (${typeof sql === 'string' ? sql : sql()}) as row`,
  );
  return `
    with ${context}
    found as materialized (${found.join('\nunion all\n')}),
    named as (
      select f.invariant, f."isLate", case f.details ->> 'demo' when 'true' then 'demo' when 'false' then 'real' else 'both' end as book,
             encode(sha256(convert_to(f.details::text, 'UTF8')), 'hex') as fingerprint, f.details
        from found f),
    judged as (
      select n.*, exists (select from books_quarantine q where q.invariant = n.invariant
                             and q.fingerprint = n.fingerprint and q.lifted_at is null) as "isQuarantined"
        from named n),
    numbered as (
      select j.*, row_number() over (
               partition by j.invariant, j.book, j."isQuarantined", j."isLate" order by j.fingerprint) as place
        from judged j)
    select n.invariant, n.book, n.fingerprint, n."isQuarantined", n."isLate",
           coalesce((select jsonb_object_agg(key, value) from jsonb_each_text(n.details)), '{}') - 'demo' as details
      from numbered n where n.place <= $1 order by n.invariant, n.book, n.place`;
}

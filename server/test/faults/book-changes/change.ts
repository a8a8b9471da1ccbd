/** What somebody with every right does to the books by hand, past guards and keys. */
export interface BookChange {
  /** What was done, as one would say it. */
  name: string;
  /** Statements of the database's superuser, with the guards and foreign keys asleep. */
  sql: string;
  /** The invariant that names it. */
  foundBy: string;
  /** No check names it yet: as soon as one does, this has to go. */
  isNotFoundYet?: true;
  /** It is late with a time of grace: while nobody looks, whoever asks by hand hears of it, and a worker's look does not. */
  isOverdue?: true;
  /** Nothing is wrong by it but that it is late, which stops nothing: it is named as that. */
  isLate?: true;
  /** A journal since the last verified seal leads to it: the check of every minute names it, and not the pass alone. */
  isOfRound?: true;
  /** It is about the guards themselves: they are left as they are. */
  isOfGuards?: true;
}

/** One side of a journal that is posted by hand; SQL but for the kind. */
export interface HandLeg {
  /** Null: the house. */
  owner: string | null;
  kind: string;
  amount: string;
  hold?: string;
  /** USDT unless told otherwise. */
  currency?: number;
}

const USDT = 3;
/** Later than everything that is in the book, whose clock may be ahead of the database's. */
const AFTERWARDS = `(select greatest(now(), max(at)) + interval '1 second' from ledger_journal)`;

/** The last user: somebody with money on all accounts who has done nothing. */
export const STRANGER = '(select max(id) from account_user)';

/** The lowest number of the rows of a table that are such. */
export function one(table: string, such: string): string {
  return `(select min(id) from ${table} where ${such})`;
}

/** A column of the row with a number. */
export function of(table: string, id: string, column: string): string {
  return `(select ${column} from ${table} where id = ${id})`;
}

/** A journal by the books' own function, so that the books themselves are in order with it. `reference` is SQL. */
export function posted(
  reason: string,
  reference: string,
  legs: readonly HandLeg[],
  { demo = false }: { demo?: boolean } = {},
): string {
  const each = (sql: (leg: HandLeg) => string) => legs.map(sql).join(', ');
  return `
    select ledger_post('${reason}', (${reference})::text, ${AFTERWARDS}, ${demo},
      array[${each(({ owner }) => owner ?? 'null')}]::bigint[], array[${each(({ kind }) => `'${kind}'`)}],
      array[${each(({ currency }) => String(currency ?? USDT))}], array[${each(({ amount }) => amount)}]::numeric[],
      array[${each(({ hold }) => hold ?? 'null')}]::text[]);`;
}

/** Another row like one that is there; `changes` is SQL for an object with the columns in which it differs. */
export function copied(table: string, id: string, changes: string): string {
  return `insert into ${table} overriding system value
    select (jsonb_populate_record(null::${table}, to_jsonb(r) || ${changes})).* from ${table} r where r.id = ${id};`;
}

/** Rules of a table's columns are asleep as its guards are. */
export function unchecked(table: string): string {
  return `do $$ declare rule record; begin
    for rule in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'c' loop
      execute format('alter table ${table} drop constraint %I', rule.conname);
    end loop;
  end $$;`;
}

/** A table that holds something of a user, and what of it goes into the file of all that is kept about the account. */
export interface PersonalTable {
  table: string;
  /** SQL over the alias `t`: which rows are the user's. `$1` is the user's number. */
  owned: string;
  /** SQL: in which order they stand. */
  order: string;
  /** Columns that stay here: secrets, and what speaks of others or of our own work. */
  without?: readonly string[];
  /** After the account is erased the law wants it kept for a time: sealed, beside the tables. */
  retained?: boolean;
  /** Columns that are sealed: what each is called opened, and what it is bound to. */
  sealed?: readonly { column: string; name: string; context: (userId: string) => string }[];
}

const tables = new Map<string, PersonalTable>();
const retainedBesides = new Map<string, PersonalTable>();

/** Makes a table known that holds something of a user. Call it where the feature's file is loaded. */
export function registerPersonalTable(table: PersonalTable): void {
  tables.set(table.table, table);
}

/** A table whose rows users have as lists already, and of which the law wants kept what is erased with an account. */
export function registerRetainedTable(table: Omit<PersonalTable, 'retained'>): void {
  retainedBesides.set(table.table, table);
}

/** All that is kept of an erased account for as long as the law wants it, by name. */
export function retainedTables(): PersonalTable[] {
  return byName([...[...tables.values()].filter(({ retained }) => retained), ...retainedBesides.values()]);
}

/** All of them, by name. */
export function personalTables(): PersonalTable[] {
  return byName([...tables.values()]);
}

function byName(list: PersonalTable[]): PersonalTable[] {
  return list.sort((left, right) => (left.table < right.table ? -1 : 1));
}

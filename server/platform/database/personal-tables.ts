/** A table that holds something of a user, and what of it goes into the file of all that is kept about the account. */
export interface PersonalTable {
  table: string;
  /** SQL over the alias `t`: which rows are the user's. `$1` is the user's number. */
  owned: string;
  /** SQL: in which order they stand. */
  order: string;
  /** Columns that stay here: secrets, and what speaks of others or of our own work. */
  without?: readonly string[];
  /** Columns that are sealed: what each is called opened, and what it is bound to. */
  sealed?: readonly { column: string; name: string; context: (userId: string) => string }[];
}

const tables = new Map<string, PersonalTable>();

/** Makes a table known that holds something of a user. Call it where the feature's file is loaded. */
export function registerPersonalTable(table: PersonalTable): void {
  tables.set(table.table, table);
}

/** All of them, by name. */
export function personalTables(): PersonalTable[] {
  return [...tables.values()].sort((left, right) => (left.table < right.table ? -1 : 1));
}

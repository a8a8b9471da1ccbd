/** Asks the database, each call on whichever connection is free. */
export type Query = <Row>(sql: string) => Promise<Row[]>;

const COUNT = 'select deadlocks::integer as count from pg_stat_database where datname = current_database()';

/** Postgres' own count of the deadlocks that it ended in this database. */
async function counted(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT);
  return row?.count ?? 0;
}

/**
 * The count of a database that only this process works on. A server's process hands its counts in when it ends, or ten
 * seconds after its last work: so all connections of the pool are asked to at once, each kept busy until all are.
 */
export async function deadlocksOf(query: Query, connections = 10): Promise<number> {
  const handIn = 'select pg_stat_force_next_flush(), pg_sleep(0.05)';
  await Promise.all(Array.from({ length: connections }, () => query(handIn)));
  return counted(query);
}

/** The count of a database that other processes work on: they lose their connections, and each hands its counts in. */
export async function deadlocksAtTheEnd(query: Query): Promise<number> {
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;
  // Whoever comes back has nothing to hand in: the next round ends it, too.
  for (let left = 1, rounds = 0; left > 0 && rounds < 20; rounds += 1) {
    const [row] = await query<{ ended: number }>(
      `select count(pg_terminate_backend(pid, 5000))::integer as ended ${others}`,
    );
    left = row?.ended ?? 0;
  }
  return counted(query);
}

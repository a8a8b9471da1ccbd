import type { DataSource } from 'typeorm';

/** Rows of each table, whole ones and not their parts. */
export async function rowsOfTables(source: DataSource): Promise<Map<string, number>> {
  const tables: { name: string }[] = await source.query(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const counts: { name: string; rows: string }[] = await source.query(
    tables.map(({ name }) => `select '${name}' as name, count(*) as rows from "${name}"`).join(' union all '),
  );
  return new Map(counts.map(({ name, rows }) => [name, Number(rows)]));
}

/** Bytes of each table with its indexes, of all its parts together. */
export async function bytesOfTables(source: DataSource): Promise<Map<string, number>> {
  const sizes: { name: string; bytes: string }[] = await source.query(
    `select c.relname as name,
            (select sum(pg_total_relation_size(coalesce(part.relid, c.oid))) from pg_partition_tree(c.oid) part)::text as bytes
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'p' and not c.relispartition
     union all
     select c.relname, pg_total_relation_size(c.oid)::text from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition`,
  );
  return new Map(sizes.map(({ name, bytes }) => [name, Number(bytes)]));
}

/** What there is more of, by table. */
export function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Map<string, number> {
  const more = new Map<string, number>();
  for (const [name, count] of after) {
    const difference = count - (before.get(name) ?? 0);
    if (difference > 0) more.set(name, difference);
  }
  return more;
}

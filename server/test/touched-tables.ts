import { Client } from 'pg';
import type { DataSource } from 'typeorm';

const NOTE = `
  create function touched_note() returns trigger language plpgsql security definer set search_path = public as $$
  declare
    place text;
    -- of a part of a table, the whole one
    name constant text := coalesce(pg_partition_root(tg_relid)::regclass::text, tg_table_name);
  begin
    if tg_op = 'UPDATE' then
      for place in
        select name || '.' || n.key from jsonb_each(to_jsonb(new)) n
         where n.value is distinct from to_jsonb(old) -> n.key
      loop
        insert into touched values (pg_current_xact_id()::text, place) on conflict do nothing;
      end loop;
    else
      insert into touched values (pg_current_xact_id()::text,
        case tg_op when 'INSERT' then '+' else '-' end || name) on conflict do nothing;
    end if;
    return null;
  end $$`;

const TABLES = `
  select format('%I', c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'touched'
   order by 1`;

/**
 * From now on it is known which transaction added to, took from or changed which column of which table. For a database
 * that nobody uses yet: a trigger locks its table, and the sweeps of a running product would meet that crosswise.
 */
export async function watchTables(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create table touched (transaction text, place text, primary key (transaction, place))');
    await client.query(NOTE);
    const { rows } = await client.query<{ name: string }>(TABLES);
    for (const { name } of rows) {
      await client.query(`create trigger touched_note after insert or update or delete on ${name}
        for each row execute function touched_note()`);
    }
  } finally {
    await client.end();
  }
}

/**
 * What the transactions did in which operators acted, by action: `+table` for added rows, `-table` for removed ones,
 * `table.column` for what was changed.
 */
export async function effectsOfActs(source: DataSource): Promise<{ action: string; touched: string[] }[]> {
  return source.query(
    `select e.action, array_agg(distinct t.place order by t.place) as touched
       from audit_entry e join touched t on t.transaction = e.xmin::text group by e.action order by e.action`,
  );
}

/** What all transactions since watchTables() did, in the same words. */
export async function allTouched(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ place: string }>('select distinct place from touched order by place');
    return rows.map(({ place }) => place);
  } finally {
    await client.end();
  }
}

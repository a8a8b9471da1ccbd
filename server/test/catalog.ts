import type { DataSource } from 'typeorm';

const RELATION = `c.relnamespace = 'public'::regnamespace`;

/** Grants in one order, whoever gave them in which. */
const grants = (column: string) =>
  `array(select given.entry::text from unnest(${column}) as given (entry) order by given.entry::text collate "C")::text`;

/** What pg_dump --schema-only would write, as one row of text an object: the name first, then all that there is to say. */
const PARTS: Record<string, string> = {
  relation: `select c.relname, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions, pg_get_partkeydef(c.oid),
      pg_get_expr(c.relpartbound, c.oid), ${grants(`coalesce(c.relacl, acldefault('r', c.relowner))`)}, obj_description(c.oid, 'pg_class'), c.relrowsecurity)
    from pg_class c where ${RELATION} and c.relkind in ('r', 'p', 'c', 'v', 'm', 'S')`,
  column: `select concat(c.relname, '.', row_number() over (partition by c.oid order by a.attnum), ' ', a.attname),
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), 'identity',
      a.attidentity, 'generated', a.attgenerated, a.attcollation::regcollation, a.attstorage, ${grants('a.attacl')},
      col_description(c.oid, a.attnum))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${RELATION} and c.relkind in ('r', 'p', 'c', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select concat(coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), ' ', k.conname),
      concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated, k.conislocal)
    from pg_constraint k where k.connamespace = 'public'::regnamespace`,
  index: `select c.relname, concat_ws(' ', pg_get_indexdef(c.oid), c.reloptions, i.indisvalid, i.indisclustered)
    from pg_class c join pg_index i on i.indexrelid = c.oid where ${RELATION}`,
  trigger: `select concat(t.tgrelid::regclass, ' ', t.tgname), concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${RELATION} and not t.tgisinternal`,
  domain: `select t.typname, concat_ws(' ', format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      t.typcollation::regcollation, ${grants('t.typacl')})
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')`,
  function: `select p.oid::regprocedure, concat_ws(' ', pg_get_functiondef(p.oid), ${grants(`coalesce(p.proacl, acldefault('f', p.proowner))`)})
    from pg_proc p where p.pronamespace = 'public'::regnamespace`,
  sequence: `select s.sequencename, concat_ws(' ', s.data_type, s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle)
    from pg_sequences s where s.schemaname = 'public'`,
  'default grant': `select concat_ws(' ', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype),
      ${grants('d.defaclacl')} from pg_default_acl d`,
};

/** Every object of the schema `public`, one line each, in order: two schemas are equal when their lines are. */
export async function catalogOf(source: DataSource): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, text] of Object.entries(PARTS)) {
    const rows: { name: string; says: string }[] = await source.query(
      `select name::text, says from (${text}) as part (name, says) order by name::text collate "C"`,
    );
    for (const { name, says } of rows) lines.push(`${kind} ${name}: ${says}`);
  }
  return lines;
}

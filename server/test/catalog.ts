import type { DataSource, QueryRunner } from 'typeorm';

const RELATION = `c.relnamespace = 'public'::regnamespace`;

/** Grants in one order, whoever gave them in which. */
const grants = (column: string) =>
  `array(select given.entry::text from unnest(${column}) as given (entry) order by given.entry::text collate "C")::text`;

/** What pg_dump says of an object in `comment on` and `security label for`. */
const remarks = (catalog: string, oid: string) =>
  `obj_description(${oid}, '${catalog}'), (select string_agg(l.provider || '=' || l.label, ' ' order by l.provider)
      from pg_seclabel l where l.classoid = '${catalog}'::regclass and l.objoid = ${oid} and l.objsubid = 0)`;

/** What was there before the product, or came with an extension or a type, pg_dump leaves out. */
const ours = (catalog: string, oid: string) =>
  `${oid} >= 16384 and not exists (select from pg_depend e
      where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype in ('e', 'i'))`;

/** Options in one order. */
const options = (column: string) =>
  `array(select given.option from unnest(${column}) as given (option) order by given.option collate "C")::text`;

/**
 * What pg_dump --schema-only would write, as one row of text an object: the name first, then all that there is to say. The embedded Postgres
 * has no pg_dump, and that of a distribution is older than the server, which it then refuses to read.
 */
const PARTS: Record<string, string> = {
  relation: `select c.relname, concat_ws(' ', c.relkind, c.relowner::regrole, c.relpersistence, ${options('c.reloptions')}, pg_get_partkeydef(c.oid),
      pg_get_expr(c.relpartbound, c.oid), ${grants(`coalesce(c.relacl, acldefault('r', c.relowner))`)}, ${remarks('pg_class', 'c.oid')}, c.relrowsecurity, c.relforcerowsecurity,
      c.relreplident, c.reltablespace, (select string_agg(i.inhparent::regclass::text, ' ' order by i.inhseqno)
        from pg_inherits i where i.inhrelid = c.oid), pg_get_viewdef(c.oid))
    from pg_class c where ${RELATION} and c.relkind in ('r', 'p', 'c', 'v', 'm', 'S')`,
  column: `select concat(c.relname, '.', row_number() over (partition by c.oid order by a.attnum), ' ', a.attname),
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), 'identity',
      a.attidentity, 'generated', a.attgenerated, a.attcollation::regcollation, a.attstorage, a.attcompression,
      'statistics', a.attstattarget, ${options('a.attoptions')}, ${grants('a.attacl')},
      col_description(c.oid, a.attnum))
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${RELATION} and c.relkind in ('r', 'p', 'c', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraint: `select concat(coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), ' ', k.conname),
      concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated, k.conenforced, k.conislocal, ${remarks('pg_constraint', 'k.oid')})
    from pg_constraint k where k.connamespace = 'public'::regnamespace`,
  index: `select c.relname, concat_ws(' ', pg_get_indexdef(c.oid), c.reloptions, i.indisvalid, i.indisclustered,
      i.indisreplident, ${remarks('pg_class', 'c.oid')})
    from pg_class c join pg_index i on i.indexrelid = c.oid where ${RELATION}`,
  trigger: `select concat(t.tgrelid::regclass, ' ', t.tgname), concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled, ${remarks('pg_trigger', 't.oid')})
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${RELATION} and not t.tgisinternal`,
  type: `select t.typname, concat_ws(' ', t.typowner::regrole, t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
      t.typcollation::regcollation, (select string_agg(e.enumlabel, ' ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid),
      (select concat_ws(' ', r.rngsubtype::regtype, r.rngsubopc, r.rngcollation::regcollation) from pg_range r where r.rngtypid = t.oid),
      ${grants('t.typacl')}, ${remarks('pg_type', 't.oid')})
    from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e', 'r')`,
  function: `select p.oid::regprocedure, concat_ws(' ', p.proowner::regrole, pg_get_functiondef(p.oid),
      ${grants(`coalesce(p.proacl, acldefault('f', p.proowner))`)}, ${remarks('pg_proc', 'p.oid')})
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'`,
  sequence: `select s.sequencename, concat_ws(' ', s.data_type, s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle,
      s.cache_size, (select concat(d.refobjid::regclass, '.', d.refobjsubid, ' ', d.deptype) from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
    from pg_sequences s where s.schemaname = 'public'`,
  aggregate: `select p.oid::regprocedure, concat_ws(' ', p.proowner::regrole, to_jsonb(a) - 'aggfnoid', ${grants('p.proacl')}, ${remarks('pg_proc', 'p.oid')})
    from pg_proc p join pg_aggregate a on a.aggfnoid = p.oid where p.pronamespace = 'public'::regnamespace`,
  policy: `select concat(p.polrelid::regclass, ' ', p.polname), concat_ws(' ', p.polcmd, p.polpermissive,
      array(select role::regrole::text from unnest(p.polroles) as role order by 1)::text, pg_get_expr(p.polqual, p.polrelid),
      'check', pg_get_expr(p.polwithcheck, p.polrelid), ${remarks('pg_policy', 'p.oid')}) from pg_policy p`,
  rule: `select concat(r.ev_class::regclass, ' ', r.rulename), concat_ws(' ', pg_get_ruledef(r.oid), r.ev_enabled, ${remarks('pg_rewrite', 'r.oid')})
    from pg_rewrite r join pg_class c on c.oid = r.ev_class where ${RELATION}`,
  statistics: `select s.stxname, concat_ws(' ', s.stxowner::regrole, pg_get_statisticsobjdef(s.oid), s.stxstattarget, ${remarks('pg_statistic_ext', 's.oid')})
    from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace`,
  'event trigger': `select e.evtname, concat_ws(' ', e.evtowner::regrole, e.evtevent, e.evtfoid::regprocedure, e.evtenabled, e.evttags,
      ${remarks('pg_event_trigger', 'e.oid')}) from pg_event_trigger e`,
  extension: `select e.extname, concat_ws(' ', e.extnamespace::regnamespace, e.extversion, ${remarks('pg_extension', 'e.oid')})
    from pg_extension e`,
  cast: `select concat(format_type(c.castsource, null), ' as ', format_type(c.casttarget, null)),
      concat_ws(' ', c.castfunc::regprocedure, c.castcontext, c.castmethod, ${remarks('pg_cast', 'c.oid')})
    from pg_cast c where ${ours('pg_cast', 'c.oid')}`,
  operator: `select o.oid::regoperator, concat_ws(' ', o.oprowner::regrole, o.oprcode, o.oprcom::regoper, o.oprnegate::regoper,
      o.oprrest, o.oprjoin, o.oprcanmerge, o.oprcanhash, ${remarks('pg_operator', 'o.oid')})
    from pg_operator o where ${ours('pg_operator', 'o.oid')}`,
  collation: `select c.collname, concat_ws(' ', c.collowner::regrole, c.collprovider, c.collcollate, c.colllocale, c.collisdeterministic,
      ${remarks('pg_collation', 'c.oid')}) from pg_collation c where ${ours('pg_collation', 'c.oid')}`,
  schema: `select n.nspname, concat_ws(' ', n.nspowner::regrole, ${grants('n.nspacl')}, ${remarks('pg_namespace', 'n.oid')})
    from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  language: `select l.lanname, concat_ws(' ', l.lanowner::regrole, l.lanpltrusted, ${grants('l.lanacl')}) from pg_language l`,
  publication: `select p.pubname, concat_ws(' ', p.pubowner::regrole, to_jsonb(p) - 'oid' - 'pubowner',
      (select string_agg(concat_ws(' ', r.prrelid::regclass, pg_get_expr(r.prqual, r.prrelid), r.prattrs), ', ' order by r.prrelid::regclass::text)
        from pg_publication_rel r where r.prpubid = p.oid)) from pg_publication p`,
  'foreign server': `select s.srvname, concat_ws(' ', s.srvowner::regrole, s.srvtype, s.srvversion, ${options('s.srvoptions')}, ${grants('s.srvacl')})
    from pg_foreign_server s`,
  'default grant': `select concat_ws(' ', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype),
      ${grants('d.defaclacl')} from pg_default_acl d`,
};

/** Every object of the product's schema and of the database around it, one line each, in order: two are equal when their lines are. */
export async function catalogOf(source: Pick<DataSource | QueryRunner, 'query'>): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, text] of Object.entries(PARTS)) {
    const rows: { name: string; says: string }[] = await source.query(
      `select name::text, says from (${text}) as part (name, says) order by name::text collate "C"`,
    );
    for (const { name, says } of rows) lines.push(`${kind} ${name}: ${says}`);
  }
  return lines;
}

/** What a seal covers, as text: each entry as a list of its fields, so that none can run into the next. */
const LINES = `
  create function audit_lines(p_first bigint, p_last bigint)
  returns table (entry_id bigint, line text) language sql stable as $$
    select e.id, jsonb_build_array(e.id, extract(epoch from e.at), e.operator_id, e.operator, e.session_id, e.action,
             e.subject, e.subject_id, e.user_id, e.detail, e.address, e.request)::text
      from audit_entry e where e.id between p_first and p_last
  $$`;

/** Adds one seal over the entries after the last seal, at most ten thousand numbers; false when none is left. */
const SEAL = `
  create function audit_seal_next(p_upto bigint, p_at timestamptz) returns boolean language plpgsql as $$
  declare
    previous audit_seal;
    first bigint;
    last bigint;
    content text;
    origin constant bytea := decode(repeat('00', 32), 'hex');
  begin
    perform pg_advisory_xact_lock(hashtext('audit-seal'));
    select * into previous from audit_seal order by id desc limit 1;
    if coalesce(previous.last_entry, 0) >= p_upto then
      return false;
    end if;
    first := coalesce(previous.last_entry, 0) + 1;
    last := least(first + 9999, p_upto);
    select string_agg(l.line, chr(10) order by l.entry_id) into content from audit_lines(first, last) l;
    insert into audit_seal (id, first_entry, last_entry, previous_hash, hash, sealed_at)
    values (coalesce(previous.id, 0) + 1, first, last, coalesce(previous.hash, origin),
      sha256(coalesce(previous.hash, origin) || convert_to(coalesce(content, ''), 'utf8')), p_at);
    return true;
  end $$`;

/** Links of the chain that do not fit: out of line with the one before, or not the digest of what they cover now. */
const BREAKS = `
  create function audit_breaks()
  returns table (seal bigint, first_entry bigint, last_entry bigint, fault text) language sql stable as $$
    with chain as materialized (
      select s.*, row_number() over steps as place, lag(s.hash) over steps as expected_hash,
             coalesce(lag(s.last_entry) over steps, 0) + 1 as expected_first
        from audit_seal s window steps as (order by s.id)),
    starts as materialized (select array_agg(c.first_entry order by c.id) as firsts from chain c),
    contents as (
      select width_bucket(l.entry_id, (select firsts from starts)) as place,
             string_agg(l.line, chr(10) order by l.entry_id) as content
        from audit_lines(1, (select max(c.last_entry) from chain c)) l
       group by 1)
    select chain.id, chain.first_entry, chain.last_entry,
           case when chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
                then 'its entries are not what was sealed' else 'it does not follow the seal before it' end
      from chain left join contents on contents.place = chain.place
     where chain.id <> chain.place or chain.first_entry <> chain.expected_first
        or chain.previous_hash <> coalesce(chain.expected_hash, decode(repeat('00', 32), 'hex'))
        or chain.hash <> sha256(chain.previous_hash || convert_to(coalesce(contents.content, ''), 'utf8'))
    union all
    select null, l.entry_id, l.entry_id, 'an entry stands before the first one' from audit_lines(-9223372036854775807, 0) l
    union all
    select null, null, null, 'the guard ' || guard.name || ' is missing or off'
      from (values ('audit_entry_keep'), ('audit_entry_keep_all'), ('audit_seal_keep'), ('audit_seal_keep_all'))
        as guard (name)
     where not exists (select from pg_trigger t where t.tgname = guard.name and t.tgenabled = 'A')
    order by 1 nulls last
  $$`;

/** What operators did and looked at. Written once, whoever writes; the application's role may only add. */
export const AUDIT = [
  `create table audit_entry (
     id bigint generated always as identity primary key,
     at timestamptz not null,
     -- null: the command line, or the product itself
     operator_id bigint,
     -- as it was then
     operator text not null,
     session_id bigint,
     action text not null check (action ~ '^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$'),
     subject text not null check (length(subject) between 1 and 40),
     subject_id text check (length(subject_id) <= 64),
     -- whose file it is about
     user_id bigint,
     detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
     address text not null,
     request text not null
   )`,
  `create index audit_entry_operator on audit_entry (operator_id, id desc)`,
  `create index audit_entry_subject on audit_entry (subject, subject_id, id desc)`,
  `create index audit_entry_user on audit_entry (user_id, id desc) where user_id is not null`,
  `create table audit_seal (
     id bigint primary key,
     first_entry bigint not null,
     last_entry bigint not null check (last_entry >= first_entry),
     previous_hash bytea not null check (length(previous_hash) = 32),
     hash bytea not null check (length(hash) = 32),
     sealed_at timestamptz not null
   )`,
  ...['audit_entry', 'audit_seal'].flatMap((table) => [
    `create trigger ${table}_keep before update or delete on ${table} for each row execute function wallet_keep()`,
    `create trigger ${table}_keep_all before truncate on ${table} for each statement execute function wallet_keep()`,
    `alter table ${table} enable always trigger ${table}_keep`,
    `alter table ${table} enable always trigger ${table}_keep_all`,
  ]),
  LINES,
  SEAL,
  BREAKS,
  `do $$
   begin
     if exists (select from pg_roles where rolname = 'gateway_app') then
       revoke all on audit_entry, audit_seal from gateway_app;
       grant select, insert on audit_entry, audit_seal to gateway_app;
     end if;
   end $$`,
];

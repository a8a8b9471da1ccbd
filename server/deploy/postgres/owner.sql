-- Makes the role that owns the product's database and everything in it, and that is no superuser (server/decisions/0188). By a superuser, in
-- that database; what is so already stays as it is, so that it may be run again and again, also while the product serves.
-- Its name is `gateway_owner`, or what the setting `gateway.owner` says. Its password is set by itself: alter role gateway_owner password '…'.
do $$
declare
  owner_name constant text := coalesce(nullif(current_setting('gateway.owner', true), ''), 'gateway_owner');
  -- What gateways, workers and feeds have: who serves is a member of them, or is called like one.
  serving constant text[] := '{gateway_app,gateway_worker,gateway_feed}';
  given record;
  words text;
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    raise exception '% is no superuser: run this as one', current_user;
  end if;
  -- A migration makes the users who serve, and gives them their passwords and rights. Of other roles `createrole` lets nobody change any.
  if not exists (select from pg_roles where rolname = owner_name) then
    execute format('create role %I login createrole nosuperuser nocreatedb noreplication nobypassrls', owner_name);
  end if;
  if (select rolsuper or rolbypassrls from pg_roles where rolname = owner_name) then
    raise exception '% may do everything in the server: it must not own what the product has', owner_name;
  end if;

  -- Roles of the product that a superuser made: migrations look after them, and have none of their rights by that.
  for given in
    select r.rolname as name
      from pg_roles r
     where not r.rolsuper and r.rolname <> owner_name
       and (r.rolname = any (serving || 'gateway_verifier'::text) or exists (
              select from pg_auth_members m join pg_roles g on g.oid = m.roleid
               where m.member = r.oid and g.rolname = any (serving) and (m.inherit_option or m.set_option)))
       and not exists (
             select from pg_auth_members m join pg_roles o on o.oid = m.member
              where m.roleid = r.oid and o.rolname = owner_name and m.admin_option)
  loop
    execute format('grant %I to %I with admin true, inherit false, set false', given.name, owner_name);
  end loop;
  -- Only who has given a right takes it away again.
  for given in
    select g.rolname as role, u.rolname as member, giver.rolname as grantor, m.inherit_option, m.set_option
      from pg_auth_members m
      join pg_roles g on g.oid = m.roleid
      join pg_roles u on u.oid = m.member
      join pg_roles giver on giver.oid = m.grantor
     where g.rolname = any (serving) and u.rolname <> owner_name and not u.rolsuper and giver.rolsuper
       and not m.admin_option and (m.inherit_option or m.set_option)
  loop
    execute format('revoke %I from %I granted by %I', given.role, given.member, given.grantor);
    execute format('grant %I to %I with inherit %s, set %s granted by %I',
                   given.role, given.member, given.inherit_option::text, given.set_option::text, owner_name);
  end loop;

  -- All at once: a function with the rights of one owner is not to meet tables of another. Locks of all tables are had for some
  -- milliseconds, and given back for two seconds where one of them is not to be had at once: those who serve wait for locks of ours
  -- for two seconds themselves, and are not to fail by a backup that reads a table meanwhile.
  for attempt in 1..120 loop
    begin
      set local lock_timeout = '100ms';
      for words in
        select format('alter database %I owner to %I', d.datname, owner_name)
          from pg_database d join pg_roles o on o.oid = d.datdba
         where d.datname = current_database() and o.rolsuper
        union all
        -- Where it came from a server of before Postgres 15; else it belongs to whoever owns the database.
        select format('alter schema public owner to %I', owner_name)
          from pg_namespace n join pg_roles o on o.oid = n.nspowner
         where n.nspname = 'public' and o.rolsuper
        union all
        -- Sequences of columns go with their tables, and indexes and types of rows do.
        select format('alter table %s owner to %I', c.oid::regclass, owner_name)
          from pg_class c join pg_roles o on o.oid = c.relowner
         where c.relnamespace = 'public'::regnamespace and o.rolsuper and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
           and not exists (
                 select from pg_depend d
                  where d.classid = 'pg_class'::regclass and d.objid = c.oid
                    and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i')
                           and d.refclassid = 'pg_class'::regclass))
        union all
        select format('alter type %s owner to %I', t.oid::regtype, owner_name)
          from pg_type t
          join pg_roles o on o.oid = t.typowner
          left join pg_class c on c.oid = t.typrelid
         where t.typnamespace = 'public'::regnamespace and o.rolsuper
           and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
           and not exists (
                 select from pg_depend d
                  where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
        union all
        select format('alter routine %s owner to %I', p.oid::regprocedure, owner_name)
          from pg_proc p join pg_roles o on o.oid = p.proowner
         where p.pronamespace = 'public'::regnamespace and o.rolsuper
           and not exists (
                 select from pg_depend d
                  where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype in ('e', 'i'))
        union all
        select format('alter statistics public.%I owner to %I', s.stxname, owner_name)
          from pg_statistic_ext s join pg_roles o on o.oid = s.stxowner
         where s.stxnamespace = 'public'::regnamespace and o.rolsuper
        union all
        -- What tables of migrations to come are granted by themselves.
        select format('alter default privileges for role %I in schema public %s %s on %s %s %I', side.role, side.verb,
                      acl.privilege_type, kind.name, side.way, grantee.rolname)
          from pg_default_acl d
          join pg_roles o on o.oid = d.defaclrole
         cross join lateral aclexplode(d.defaclacl) as acl
          join pg_roles grantee on grantee.oid = acl.grantee
          join (values ('r'::"char", 'tables'), ('S', 'sequences'), ('f', 'functions'), ('T', 'types'))
                 as kind (letter, name) on kind.letter = d.defaclobjtype
         cross join lateral (values (owner_name, 'grant', 'to'), (o.rolname, 'revoke', 'from'))
                 as side (role, verb, way)
         where d.defaclnamespace = 'public'::regnamespace and o.rolsuper
      loop
        execute words;
      end loop;
      exit;
    exception when lock_not_available or deadlock_detected then
      if attempt = 120 then
        raise;
      end if;
      perform pg_sleep(2);
    end;
  end loop;
end $$;

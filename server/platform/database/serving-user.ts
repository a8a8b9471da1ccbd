import type { DataSource, EntityManager } from 'typeorm';
import { ROLE_SETTINGS } from './serving-limits.js';
import { sqlStateOf } from './transaction.js';

/**
 * What roles of Postgres have: `gateway_app` the rights of gateways, `gateway_worker` what workers need beside those,
 * `gateway_feed` the rights of feeds. Who serves is such a user, or another one that is made its member.
 */
export type DatabaseRole = (typeof DATABASE_ROLES)[number];
const DATABASE_ROLES = ['gateway_app', 'gateway_worker', 'gateway_feed'] as const;

const NOT_ALLOWED = '42501';
/** Somebody else is making or changing the same user, in another database of the server ("tuple concurrently updated"). */
const AT_ONCE = ['XX000', '42710', '23505'];
const ATTEMPTS = 5;

/**
 * Makes sure that the user of the address may log in with its password and has the rights of these roles and of no other
 * of the product's. Nothing happens where that user is the owner, who migrates.
 * @param owner connected as the owner of the tables.
 * @throws Error in words where the owner may not make users and the user is not ready to serve.
 */
export async function admitServingUser(
  owner: DataSource,
  servingUrl: string,
  roles: readonly DatabaseRole[],
): Promise<void> {
  const address = new URL(servingUrl);
  const user = decodeURIComponent(address.username);
  const [{ current }]: [{ current: string }] = await owner.query('select current_user::text as current');
  if (user === '' || user === current) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admit(owner, { user, password: decodeURIComponent(address.password), roles });
      return;
    } catch (error) {
      if (sqlStateOf(error) === NOT_ALLOWED) {
        if (await isAdmitted(owner, user, roles)) return;
        throw new Error(
          `${current} may not make users. As the server's administrator: create role ${user} login password '…' in role ${roles.join(', ')}`,
          { cause: error },
        );
      }
      if (!AT_ONCE.includes(sqlStateOf(error) ?? '') || attempt === ATTEMPTS) throw error;
    }
  }
}

interface Admission {
  user: string;
  password: string;
  roles: readonly DatabaseRole[];
}

async function admit(owner: DataSource, { user, password, roles }: Admission): Promise<void> {
  await owner.transaction(async (tx) => {
    const known: unknown[] = await tx.query('select from pg_roles where rolname = $1', [user]);
    const verb = known.length > 0 ? 'alter' : 'create';
    await say(tx, password === '' ? `${verb} role %I login` : `${verb} role %I login password %L`, [user, password]);
    for (const role of DATABASE_ROLES.filter((one) => one !== user)) {
      await say(tx, roles.includes(role) ? 'grant %2$I to %1$I' : 'revoke %2$I from %1$I', [user, role]);
    }
    await setLimits(tx, user);
  });
}

/** What the user has by itself, on whichever connection; written only where it is not so yet. */
async function setLimits(tx: EntityManager, user: string): Promise<void> {
  const wanted = Object.entries(ROLE_SETTINGS).map(([name, value]) => `${name}=${value}`);
  const has: unknown[] = await tx.query('select from pg_roles where rolname = $1 and rolconfig @> $2', [user, wanted]);
  if (has.length > 0) return;
  for (const [name, value] of Object.entries(ROLE_SETTINGS)) {
    await say(tx, `alter role %I set ${name} = %L`, [user, value]);
  }
}

/** A statement about users, which takes no parameters. */
async function say(tx: EntityManager, words: string, names: [string, string]): Promise<void> {
  const [{ statement }]: [{ statement: string }] = await tx.query(
    'select format($1::text, $2::text, $3::text) as statement',
    [words, ...names],
  );
  await tx.query(statement);
}

async function isAdmitted(owner: DataSource, user: string, roles: readonly DatabaseRole[]): Promise<boolean> {
  const found: unknown[] = await owner.query(
    `select from pg_roles where rolname = $1 and rolcanlogin
       and not exists (select from unnest($2::text[]) as role where not pg_has_role(rolname, role::name, 'usage'))`,
    [user, roles],
  );
  return found.length > 0;
}

/** What is wrong with who serves: the rights of the tables' owner would undo what the books are protected by. */
export async function problemOfServingUser(source: DataSource): Promise<string | null> {
  const [row]: [{ user: string; isSuper: boolean; owns: boolean } | undefined] = await source.query(
    `select rolname::text as "user", rolsuper as "isSuper",
       exists (select from pg_class where oid = to_regclass('ledger_posting') and pg_has_role(relowner, 'usage')) as owns
       from pg_roles where rolname = current_user`,
  );
  if (!row?.isSuper && !row?.owns) return null;
  const who = row.isSuper ? 'may do everything in the server' : 'owns the books';
  return `DATABASE_URL: ${row.user} ${who}; migrate as the owner (DATABASE_OWNER_URL) and serve as gateway_app.`;
}

import type { DataSource } from 'typeorm';
import { sqlStateOf } from './transaction.js';

/** The role that has the rights of the running product; who serves is this user, or another that is made its member. */
export const SERVING_ROLE = 'gateway_app';

const NOT_ALLOWED = '42501';
/** "tuple concurrently updated": somebody else is changing the same user, in another database of the server. */
const AT_ONCE = 'XX000';
const ATTEMPTS = 5;

/**
 * Makes sure that the user of the address may log in with its password and has the rights of the product and no more.
 * Nothing happens where that user is the owner, who migrates.
 * @param owner connected as the owner of the tables.
 * @throws Error in words where the owner may not make users and the user is not ready to serve.
 */
export async function admitServingUser(owner: DataSource, servingUrl: string): Promise<void> {
  const address = new URL(servingUrl);
  const user = decodeURIComponent(address.username);
  const [{ current }]: [{ current: string }] = await owner.query('select current_user::text as current');
  if (user === '' || user === current) return;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admit(owner, user, decodeURIComponent(address.password));
      return;
    } catch (error) {
      if (sqlStateOf(error) === NOT_ALLOWED) {
        if (await isAdmitted(owner, user)) return;
        throw new Error(
          `${current} may not make users. As the server's administrator: create role ${user} login password '…' in role ${SERVING_ROLE}`,
          { cause: error },
        );
      }
      if (sqlStateOf(error) !== AT_ONCE || attempt === ATTEMPTS) throw error;
    }
  }
}

async function admit(owner: DataSource, user: string, password: string): Promise<void> {
  await owner.transaction(async (tx) => {
    const known: unknown[] = await tx.query('select from pg_roles where rolname = $1', [user]);
    const verb = known.length > 0 ? 'alter' : 'create';
    const words = password === '' ? `${verb} role %I login` : `${verb} role %I login password %L`;
    const [{ statement }]: [{ statement: string }] = await tx.query(
      'select format($1::text, $2::text, $3::text) as statement',
      [words, user, password],
    );
    await tx.query(statement);
    if (user === SERVING_ROLE) return;
    const [{ grant }]: [{ grant: string }] = await tx.query(
      `select format('grant ${SERVING_ROLE} to %I', $1::text) as grant`,
      [user],
    );
    await tx.query(grant);
  });
}

async function isAdmitted(owner: DataSource, user: string): Promise<boolean> {
  const found: unknown[] = await owner.query(
    `select from pg_roles where rolname = $1 and rolcanlogin and pg_has_role(rolname, $2, 'usage')`,
    [user, SERVING_ROLE],
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
  return `DATABASE_URL: ${row.user} ${who}; migrate as the owner (DATABASE_OWNER_URL) and serve as ${SERVING_ROLE}.`;
}

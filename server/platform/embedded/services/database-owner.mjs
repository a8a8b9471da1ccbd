import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const STATEMENTS = fileURLToPath(new URL('../../../deploy/postgres/owner.sql', import.meta.url));

/**
 * Makes the role that owns the database of the address and what is in it, and gives it its password. Of a standby nothing is changed: it has
 * what its primary has.
 * @param {string} url as a superuser
 * @param {{ name: string, password: string }} owner
 */
export async function makeOwner(url, { name, password }) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const standby = await client.query('select pg_is_in_recovery() as is_one');
    if (standby.rows[0]?.is_one) return;
    await client.query(`select set_config('gateway.owner', $1, false)`, [name]);
    await client.query(readFileSync(STATEMENTS, 'utf8'));
    // A statement about a role takes no parameters.
    const { rows } = await client.query(`select format('alter role %I password %L', $1::text, $2::text) as words`, [
      name,
      password,
    ]);
    await client.query(rows[0].words);
  } finally {
    await client.end();
  }
}

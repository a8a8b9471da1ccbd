import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createEmptyDatabase, type TestDatabase, withClient } from './database.js';

type Statement = [text: string, values?: unknown[]];

/** All that a landed version sent to an empty database: `npm run record-schema`. */
const LANDED = gunzipSync(readFileSync(join(__dirname, 'fixtures/schema-landed.json.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Statement);

/**
 * A database as the last version that was recorded left it.
 * @param who migrated it: the owner, or, as until decision 188 in every installation that made its own server, its superuser.
 */
export async function landedDatabase(who: 'owner' | 'superuser' = 'owner'): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await withClient(who === 'owner' ? database.ownerUrl : database.url, async (client) => {
    for (const [text, values] of LANDED) await client.query(text, values);
  });
  return database;
}

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseAccount, mayUse } from './accounts.mjs';
import { isDebian, unpackPackages } from './debian-packages.mjs';
import { copyOnce, postgresMajor } from './postgres-program.mjs';
import { SYSTEM_FOLDER } from './services.mjs';

/**
 * plpgsql_check for the embedded Postgres: the one named, the one installed, or the one of the distribution, unpacked into the
 * data folder. What a stable Debian has is of another major version of Postgres, and would not be loaded.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ found: Record<string, string>, missing: string | null }>} the tree that has it in usr/lib and usr/share, by its
 *   variable, or the name of the package that is not to be had
 */
export async function providePlpgsqlCheck(root, environment) {
  const major = postgresMajor(root);
  const name = `postgresql-${major}-plpgsql-check`;
  const library = `usr/lib/postgresql/${major}/lib/plpgsql_check.so`;
  const own = join(root, '.data', name);
  const places = [environment.PLPGSQL_CHECK_PATH || '/', '/', own];
  const place = places.find((each) => existsSync(join(each, library))) ?? (await fetched(name, own));
  if (place === null) return { found: {}, missing: name };
  const account = databaseAccount(join(root, '.data'));
  const isReadable = mayUse(account, '-r', join(place, library));
  return {
    found: { PLPGSQL_CHECK_PATH: isReadable ? place : copyOnce(place, join(SYSTEM_FOLDER, name)) },
    missing: null,
  };
}

/**
 * @param {string} name
 * @param {string} place
 * @returns {Promise<string | null>}
 */
async function fetched(name, place) {
  if (!isDebian()) return null;
  console.log(`Fetching the distribution's ${name} into the data folder …`);
  mkdirSync(join(place, '..'), { recursive: true });
  return (await unpackPackages([name], place, 'unstable')) ? place : null;
}

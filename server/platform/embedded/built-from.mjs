import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is built: the version, and the commit where whoever builds says it. An image is built without the repository's history.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} environment
 */
export function builtFrom(root, environment) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = environment.BUILD_COMMIT ?? '';
  if (!/^([0-9a-f]{7,64})?$/.test(commit)) throw new Error('BUILD_COMMIT is no commit.');
  return { version, commit };
}

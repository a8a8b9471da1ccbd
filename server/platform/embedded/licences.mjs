import { readFileSync } from 'node:fs';
import { licencesOf } from './supply-chain.mjs';

// `npm run licences`: the packages of the lock file by licence; `*` marks what only tools and tests use.
const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'));
/** @type {Map<string, Set<string>>} */
const byLicence = new Map();
for (const { name, version, licence, isTool } of licencesOf(lock)) {
  const words = licence ?? 'not said';
  byLicence.set(words, (byLicence.get(words) ?? new Set()).add(`${name} ${version}${isTool ? ' *' : ''}`));
}
for (const [licence, packages] of [...byLicence].sort(([, one], [, other]) => other.size - one.size))
  console.log(`${licence} (${packages.size})\n${[...packages].map((line) => `  ${line}`).join('\n')}\n`);

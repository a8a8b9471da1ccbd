import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECURITY_KINDS } from '../../../platform/http/security-signals.js';

const FEATURES = join(__dirname, '../..');
/** Lists of kinds, in which each stands whether anybody writes it or not. */
const LISTS = /(words|security\.store|get-holds)\.ts$|\.spec\.ts$/;
/** No wallet can be added to an account; the one that an account began with is told by `registered`. */
const NOT_YET = ['wallet-key-added'];

it('every kind of security event is written by somebody', () => {
  const store = readFileSync(join(__dirname, 'security.store.ts'), 'utf8');
  const changes = [...store.matchAll(/^ {2}\| '([a-z-]+)'$/gm)].map(([, kind]) => kind ?? '');
  expect(changes.length).toBeGreaterThan(15);
  const tries = SECURITY_KINDS.filter((kind) => !kind.startsWith('desk-'));
  const sources = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !LISTS.test(path))
    .map((path) => readFileSync(join(FEATURES, path), 'utf8'))
    .join('\n');
  expect([...changes, ...tries].filter((kind) => !sources.includes(`'${kind}'`))).toEqual(NOT_YET);
});

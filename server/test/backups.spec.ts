import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../platform/embedded/services/programs.mjs';

/** What is shipped for pgBackRest, beside what `restore-drill.spec.ts` does with it. */

const root = join(__dirname, '../..');
const SHIPPED = join(root, 'server/deploy/pgbackrest');
const read = (name: string) => readFileSync(join(SHIPPED, name), 'utf8');
const unit = read('pgbackrest-backup@.service');
const timers = readdirSync(SHIPPED).filter((name) => name.endsWith('.timer'));
const operations = readFileSync(join(root, 'server/documents/operations.md'), 'utf8');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('makes a full backup and what has changed since, each by a timer of the unit’s', () => {
  expect(timers).toEqual(['pgbackrest-backup@full.timer', 'pgbackrest-backup@incr.timer']);
  for (const timer of timers) {
    expect(read(timer)).toMatch(/^Persistent=true$/m);
    expect(operations).toContain(timer);
  }
});

const analyze = findProgram(['systemd-analyze']);
(analyze ? it : it.skip)('has timers that systemd understands', () => {
  const whens = timers.map((timer) => /^OnCalendar=(.+)$/m.exec(read(timer))?.[1] ?? '');
  const said = execFileSync(analyze ?? '', ['calendar', ...whens], { encoding: 'utf8', env: { TZ: 'UTC' } });
  expect([...said.matchAll(/Normalized form: (.+)$/gm)].map(([, when]) => when)).toEqual([
    'Sun *-*-* 02:10:00 UTC',
    '*-*-* 00/6:40:00 UTC',
  ]);
});

it('says when a backup was finished in the figure that the alarm asks for', () => {
  expect(unit).toMatch(/^ExecStartPost=-\+\/bin\/sh \/etc\/pgbackrest\/backup-finished\.sh %i$/m);
  const began = Math.floor(Date.now() / 1000);
  execFileSync('/bin/sh', [join(SHIPPED, 'backup-finished.sh'), 'incr', folder]);
  expect(readdirSync(folder)).toEqual(['pgbackrest-incr.prom']);
  const [, name, kind, at] =
    /^(\w+)\{type="(\w+)"\} (\d+)\n$/.exec(readFileSync(join(folder, 'pgbackrest-incr.prom'), 'utf8')) ?? [];
  expect([name, kind]).toEqual(['pgbackrest_backup_finished_seconds', 'incr']);
  expect(Number(at)).toBeGreaterThanOrEqual(began);
  expect(readFileSync(join(root, 'server/deploy/alerts.yml'), 'utf8')).toContain(`max(${name})`);
});

it('keeps what it is told to keep, and finishes pieces of the log as often as the documents say', () => {
  expect(read('pgbackrest.conf')).toMatch(/^repo1-retention-full-type=time\n+repo1-retention-full=14$/m);
  expect(read('archiving.conf')).toMatch(/^archive_timeout = 30s$/m);
  expect(operations).toContain('`archive_timeout` (30 s)');
});

it('holds no secret, and nothing that an installation does not have to fill in', () => {
  const place = read('conf.d/place.conf');
  const secrets = [...place.matchAll(/^repo1-[\w-]*(?:pass|secret|key)[\w-]*=(.*)$/gm)].map(([, value]) => value);
  expect(secrets).toEqual(['KEY', 'SECRET', 'PASSPHRASE']);
  expect(read('pgbackrest.conf')).not.toMatch(/pass=|s3-/);
});

const program = process.env.BACKREST_PATH ?? '';
const withBackRest = program === '' ? it.skip : it;
if (program === '') console.warn('SKIPPED: there is no pgBackRest; run `npm test`, which fetches it.');

withBackRest.each([
  ['as it is', /^$/m, true],
  ['but for a line', /^repo1-s3-region=.*$/m, false],
  ['but for the passphrase', /^repo1-cipher-pass=.*$/m, false],
] as const)('is understood with a bucket, %s: %s', (_what, left, isWhole) => {
  cpSync(SHIPPED, folder, { recursive: true });
  const place = read('conf.d/place.conf').replace('ENDPOINT', '127.0.0.1').replace(left, '');
  writeFileSync(join(folder, 'conf.d/place.conf'), place);
  const files = [`--config=${folder}/pgbackrest.conf`, `--config-include-path=${folder}/conf.d`];
  const own = ['--repo1-storage-port=1', '--io-timeout=1', `--log-path=${folder}`, `--lock-path=${folder}`];
  const { stdout, stderr } = spawnSync(program, [...files, ...own, '--stanza=trading', 'info'], { encoding: 'utf8' });
  // It goes by all of its settings before it finds that nobody is there, or that root is not to ask.
  expect(/must not be run as the root user|unable to connect/.test(stdout + stderr)).toBe(isWhole);
  expect(/requires option/.test(stdout + stderr)).toBe(!isWhole);
});

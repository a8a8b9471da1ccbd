import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The compiled product, started as in earnest with settings that are not as they should be. */
const MAIN = join(__dirname, '../../dist/programs/main.js');
const PATIENCE_MS = 60_000;
const address = (password: string) => `postgres://gateway_app:${password}@127.0.0.1:1/d`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'start-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What it says until it has said the text, or until it ends. */
function start(settings: Record<string, string>, until: string): Promise<string> {
  const environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    // Nobody is there: it comes to no more than its first lines.
    DATABASE_URL: address('drawn-by-lot-7'),
    REDIS_URL: 'redis://gateway:drawn-by-lot-8@127.0.0.1:1',
    PASSWORD_PEPPER: 'p'.repeat(40),
    SECRET_KEY: 's'.repeat(40),
    PUBLIC_URL: 'https://trade.example',
    DATA_FOLDER: folder,
    ...settings,
  };
  const child = spawn(process.execPath, [MAIN], { env: environment });
  return new Promise((settle, fail) => {
    let said = '';
    const limit = setTimeout(() => fail(new Error(said)), PATIENCE_MS);
    const note = (part: Buffer) => {
      said += part.toString();
      if (said.includes(until)) child.kill('SIGKILL');
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('exit', () => {
      clearTimeout(limit);
      settle(said);
    });
  });
}

it('a process says at its start what is missing and what nobody reads, a line each, as warnings of its log', async () => {
  const said = await start({ SMPT_URL: 'smtp://x', REALTIME_BEAT: '50' }, 'OPERATIONS_MAIL');
  const lines = said
    .split('\n')
    .filter((line) => line.includes('"context":"Configuration"'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  expect(lines.map(({ level, msg }) => [level, msg.split(':')[0]])).toEqual([
    [40, 'SMPT_URL'],
    [40, 'REALTIME_BEAT'],
    [40, expect.stringMatching(/^SMTP_URL and SMS_URL are not set/)],
    [40, expect.stringMatching(/^OPERATIONS_MAIL is not set/)],
  ]);
});

it.each([
  [{ PUBLIC_URL: 'http://trade.example' }, 'PUBLIC_URL'],
  [{ DATABASE_URL: address('postgres') }, 'DATABASE_URL'],
  [{ REDIS_URL: 'redis://:redis@127.0.0.1:1' }, 'REDIS_URL'],
])('does not start with %j', async (settings, name) => {
  const said = await start(settings, 'never');
  expect(said).toContain(`Configuration is not usable. ${name}: `);
});

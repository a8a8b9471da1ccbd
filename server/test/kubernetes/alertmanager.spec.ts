import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { sleep } from '../faults/calls.js';
import { freePort } from '../faults/product.js';

/**
 * Who is told of an alarm: the shipped file, read by Alertmanager itself, with the servers of a test in the place of the example's.
 * The distribution's (0.25) takes the webhook's address as text, and one from 0.26 on from a file as well.
 */
const SHIPPED = readFileSync(join(__dirname, '../../deploy/alertmanager.yml'), 'utf8');
const SECRETS = '/etc/alertmanager/secrets';
const { ALERTMANAGER_PATH: ALERTMANAGER = '', AMTOOL_PATH: AMTOOL = '' } = process.env;
const isHere = ALERTMANAGER !== '' && AMTOOL !== '';
const withAlertmanager = isHere ? it : it.skip;
if (!isHere) console.warn('SKIPPED: there is no Alertmanager; run `npm test`, which fetches it.');

let folder: string;
let notified: { alerts: { labels: Record<string, string>; status: string }[] }[];
let mails: { to: string[]; text: string; user: string }[];
let webhook: Server;
let mail: SMTPServer;
let running: ChildProcess | null;
let links: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
  [notified, mails, running, links] = [[], [], null, []];
  webhook = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      notified.push(JSON.parse(text) as (typeof notified)[number]);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  mail = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username = '', password }, _session, done) =>
      done(password === 'drawn' ? null : new Error('another password'), { user: username }),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text, user: String(session.user) });
        done();
      });
    },
  });
  mail.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  writeFileSync(join(folder, 'smtp-password'), 'drawn');
  writeFileSync(join(folder, 'alertmanager.yml'), here());
});

afterEach(async () => {
  if (running && running.exitCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  webhook.closeAllConnections();
  webhook.close();
  await new Promise<void>((done) => mail.close(done));
  for (const path of [...links, folder]) rmSync(path, { recursive: true, force: true });
});

/** The shipped file, told where the servers of this test are. */
function here(): string {
  const { port } = webhook.address() as AddressInfo;
  const places: [from: string, to: string][] = [
    [`url_file: ${SECRETS}/webhook-url`, `url: http://127.0.0.1:${port}/`],
    ['mail.example:587', `127.0.0.1:${(mail.server.address() as AddressInfo).port}`],
    // Nobody listens between a test and itself.
    ['global:\n', 'global:\n  smtp_require_tls: false\n'],
    [SECRETS, folder],
  ];
  return places.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, SHIPPED);
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) if (await isSo()) return;
  throw new Error(`It did not come true: ${what}`);
}

const judge = () => spawnSync(AMTOOL, ['check-config', join(folder, 'alertmanager.yml')], { encoding: 'utf8' });

/** Where the distribution's has its templates, which it has nowhere else. */
const TEMPLATES = '/usr/share/prometheus/alertmanager';

/** One that was unpacked and not installed looks for its templates where it was unpacked: by a path of the same length. */
function program(): string {
  const unpacked = join(dirname(ALERTMANAGER), TEMPLATES);
  if (!existsSync(unpacked)) return ALERTMANAGER;
  const path = join('/tmp', randomBytes(TEMPLATES.length).toString('hex')).slice(0, TEMPLATES.length);
  symlinkSync(unpacked, path);
  links.push(path);
  const moved = join(folder, 'alertmanager');
  const binary = readFileSync(join(dirname(ALERTMANAGER), 'usr/bin/prometheus-alertmanager'));
  for (let at = binary.indexOf(TEMPLATES); at >= 0; at = binary.indexOf(TEMPLATES, at + 1)) binary.write(path, at);
  writeFileSync(moved, binary, { mode: 0o755 });
  return moved;
}

withAlertmanager('is a file that Alertmanager takes, and one with an unknown receiver is not', () => {
  expect(judge()).toMatchObject({ status: 0 });
  writeFileSync(join(folder, 'alertmanager.yml'), here().replace('receiver: on-duty', 'receiver: nobody'));
  const { status, stdout, stderr } = judge();
  expect([status, stdout + stderr]).toEqual([1, expect.stringContaining('undefined receiver "nobody"')]);
});

withAlertmanager(
  'an alarm that wakes somebody comes by webhook and by mail, with the password from its file',
  async () => {
    const port = await freePort();
    running = spawn(
      program(),
      [
        `--config.file=${join(folder, 'alertmanager.yml')}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      { stdio: 'ignore' },
    );
    const url = `http://127.0.0.1:${port}`;
    await until('Alertmanager is ready', async () => (await fetch(`${url}/-/ready`).catch(() => null))?.ok === true);
    const labels = { alertname: 'BooksBroken', severity: 'page', book: 'real' };
    const added = await fetch(`${url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // The second is the consequence of the first: nobody is told of it.
      body: JSON.stringify([{ labels }, { labels: { ...labels, alertname: 'CancelOnly' } }]),
    });
    expect(added.status).toBe(200);
    await until('somebody was told', () => notified.length > 0 && mails.length > 0);
    expect(notified.flatMap(({ alerts }) => alerts)).toMatchObject([{ labels, status: 'firing' }]);
    expect(mails.map(({ to, user }) => ({ to, user }))).toEqual([
      { to: ['on-duty@trade.example'], user: 'alarms@trade.example' },
    ]);
    expect(mails[0]?.text).toContain('BooksBroken');
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../faults/calls.js';
import { freePort } from '../faults/product.js';

/** The file that is shipped, as it is; what stands around it only says where things are. */
const SHIPPED = join(__dirname, '../../deploy/pooling.ini');
/** How many connections each kind of work has there, by what its database is called after the one of commands. */
const BY_WORK = [
  ...readFileSync(join(__dirname, '../../deploy/pgbouncer.ini'), 'utf8').matchAll(
    /^postgres_(\w+) = .* pool_size=(\d+)$/gm,
  ),
].map(([, kind = '', size = '']) => ({ kind, size }));
export const PGBOUNCER = process.env.PGBOUNCER_PATH ?? '';
const PATIENCE_MS = 60_000;
/** It does not run as root. */
const ACCOUNT = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

/** `describe`, or a loud skip without the real pooler; `npm test` fetches it. */
export const onPooler = PGBOUNCER === '' ? describe.skip : describe;
if (PGBOUNCER === '') console.warn('SKIPPED: there is no PgBouncer; run `npm test`, which fetches it.');

/** PgBouncer with the shipped configuration, before the Postgres of the tests. */
export class Pooler {
  private child: ChildProcess | null = null;
  private said = '';

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /**
   * @param databaseUrl a database of the server; each other one is known by its own name alone.
   * @param users who may come, each with the password of the address.
   * @param connections to the server for each of them, where not as many as are shipped.
   */
  static async start(databaseUrl: string, users: readonly string[], connections?: number): Promise<Pooler> {
    const server = new URL(databaseUrl);
    const name = server.pathname.slice(1);
    const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const lines = users.map((user) => `"${user}" "${passwordOf(server)}"`);
    writeFileSync(join(folder, 'users.txt'), `${lines.join('\n')}\n`);
    const own = [
      '[databases]',
      `* = host=${server.hostname} port=${server.port}`,
      // For each kind of work, as where it is shipped.
      ...BY_WORK.map(
        ({ kind, size }) =>
          `${name}_${kind} = host=${server.hostname} port=${server.port} dbname=${name}` +
          (connections === undefined ? ` pool_size=${size}` : ''),
      ),
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      `auth_file = ${join(folder, 'users.txt')}`,
      `%include ${SHIPPED}`,
      ...(connections === undefined ? [] : [`default_pool_size = ${connections}`, 'reserve_pool_size = 0']),
    ];
    writeFileSync(join(folder, 'pgbouncer.ini'), `${own.join('\n')}\n`);
    const pooler = new Pooler(folder, port);
    await pooler.begin();
    return pooler;
  }

  /** The same address by way of the pooler. */
  through(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.password = passwordOf(url);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.toString();
  }

  /** Starts it, or starts it again. */
  async begin(): Promise<void> {
    const child = spawn(PGBOUNCER, [...ACCOUNT, join(this.folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (process.env.FAULTS_PROCESSES) appendFileSync(process.env.FAULTS_PROCESSES, `${child.pid}\n`);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => (this.said = (this.said + part.toString()).slice(-10_000)));
    }
    this.child = child;
    for (const end = Date.now() + PATIENCE_MS; !(await answers(this.port)); await sleep(20)) {
      if (Date.now() > end || child.exitCode !== null) throw new Error(`The pooler does not start: ${this.said}`);
    }
  }

  /** SIGKILL: every connection of every process is gone at once. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((settle) => child.once('exit', settle));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Where the tests' Postgres asks for none, the pooler still does. */
function passwordOf({ password }: URL): string {
  return password === '' ? 'of-the-tests' : decodeURIComponent(password);
}

function answers(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      settle(true);
    });
    socket.on('error', () => settle(false));
  });
}

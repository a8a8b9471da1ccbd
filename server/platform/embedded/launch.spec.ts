import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './services/ports.mjs';
import { isAlive } from './processes.mjs';
import { startPostgres } from './services/postgres.mjs';
import { redisProgram } from './services/redis-program.mjs';

const repository = join(__dirname, '../../..');
const programs = join(repository, '.data');

/** A server as the launcher sees one: it answers, and it writes down when it was asked to end. */
const SERVER = `
  const server = require('node:http').createServer((_, reply) => reply.end(process.env.DATABASE_URL + ' ' + process.env.DATABASE_OWNER_URL));
  server.listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => { console.log('server asked to end'); process.exit(0); });`;

interface Launched {
  child: ChildProcess;
  port: number;
  words(): string;
  ended: Promise<number | null>;
}

function aFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  // Postgres runs under another account when we are root, and must be able to enter.
  chmodSync(folder, 0o755);
  return folder;
}

describe('npm start', () => {
  let earlier: string;
  let root: string;
  let launched: Launched[];
  beforeAll(async () => {
    earlier = aFolder('earlier-');
    const systemFolder = join(earlier, 'system');
    await (await startPostgres({ root: repository, folder: earlier, systemFolder, durable: false })).stop();
    await redisProgram(programs);
  }, 60_000);
  afterAll(() => rmSync(earlier, { recursive: true }));

  /** The database of an earlier start, so that it need not be made again. */
  function startedBefore(): void {
    execFileSync('cp', ['-a', join(earlier, 'postgres'), join(root, '.data')]);
  }

  beforeEach(() => {
    root = aFolder('launch-');
    mkdirSync(join(root, 'dist/programs'), { recursive: true });
    writeFileSync(join(root, 'dist/programs/main.js'), SERVER);
    writeFileSync(join(root, 'dist/programs/migrate.js'), 'console.log("migrated")');
    symlinkSync(join(repository, 'package-lock.json'), join(root, 'package-lock.json'));
    symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
    mkdirSync(join(root, '.data'));
    // A Redis that the tests have fetched already need not be fetched for each start.
    for (const fetched of ['redis-bin', 'redis-npm'].filter((name) => existsSync(join(programs, name)))) {
      symlinkSync(join(programs, fetched), join(root, '.data', fetched));
    }
    launched = [];
  });
  afterEach(async () => {
    for (const { child, ended } of launched) {
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(root, { recursive: true });
  }, 60_000);

  async function launch(environment: Record<string, string> = {}): Promise<Launched> {
    const port = Number(environment.PORT ?? (await freePort()));
    const script = `
      import { command } from ${JSON.stringify(join(__dirname, 'failure.mjs'))};
      import { begin } from ${JSON.stringify(join(__dirname, 'begin.mjs'))};
      const [root, environment] = [process.cwd(), process.env];
      await command(() => begin(root, environment, async (data) => {
        const { launch } = await import(${JSON.stringify(join(__dirname, 'launch.mjs'))});
        return launch({ root, environment, data, compile: async () => undefined });
      }));`;
    const { DATABASE_URL: _database, REDIS_URL: _redis, ...clean } = process.env;
    const env = { ...clean, HOST: '127.0.0.1', PORT: String(port), ...environment };
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (words += String(piece)));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    const result = { child, port, words: () => words, ended };
    launched.push(result);
    return result;
  }

  async function ready(started: Launched): Promise<void> {
    let over = false;
    void started.ended.then(() => (over = true));
    while (!started.words().includes('Ready: ')) {
      if (over) throw new Error(`It ended: ${started.words()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const record = () => JSON.parse(readFileSync(join(root, '.data/launcher.json'), 'utf8'));

  it('brings everything up, says where, and stops all of it when asked', async () => {
    const product = await launch();
    await ready(product);
    expect(product.words()).toContain(`Ready: http://127.0.0.1:${product.port}`);
    const { started, databaseUrl } = record();
    expect(await (await fetch(`http://127.0.0.1:${product.port}/`)).text()).toBe(`${databaseUrl} undefined`);
    // The one who serves, and whose password the owner's is not.
    expect(new URL(databaseUrl).username).toBe('gateway_serving');
    expect(Object.keys(started).sort()).toEqual(['postgres', 'redis', 'server']);
    product.child.kill('SIGINT');
    expect(await product.ended).toBe(0);
    expect(product.words()).toContain('server asked to end');
    for (const name of ['server', 'redis', 'postgres']) expect([name, isAlive(started[name])]).toEqual([name, false]);
  }, 60_000);

  it('refuses a second launcher on the same data, and the first goes on', async () => {
    startedBefore();
    const first = await launch();
    await ready(first);
    const second = await launch();
    expect(await second.ended).toBe(1);
    expect(second.words().trim()).toMatch(/^The product already runs from .*\.data \(process \d+\)\. Stop it first/);
    expect((await fetch(`http://127.0.0.1:${first.port}/`)).status).toBe(200);
  }, 60_000);

  it('stops everything and ends with 1 when the server dies', async () => {
    startedBefore();
    const product = await launch();
    await ready(product);
    const { started } = record();
    process.kill(started.server.pid, 'SIGKILL');
    expect(await product.ended).toBe(1);
    expect(product.words()).toContain('The server ended by itself');
    for (const name of ['redis', 'postgres']) expect([name, isAlive(started[name])]).toEqual([name, false]);
  }, 60_000);

  it('starts again after the launcher was killed, and ends what that one left', async () => {
    startedBefore();
    const first = await launch();
    await ready(first);
    const { started } = record();
    first.child.kill('SIGKILL');
    // Its server lives on and holds its output open: `ended` comes only with that one's end.
    await once(first.child, 'exit');
    const second = await launch({ PORT: String(first.port) });
    await ready(second);
    for (const name of ['server', 'redis', 'postgres']) expect([name, isAlive(started[name])]).toEqual([name, false]);
  }, 60_000);

  it('says one sentence and starts nothing when the port is taken', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const address = stranger.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const product = await launch({ PORT: String(port) });
    expect(await product.ended).toBe(1);
    expect(product.words().trim()).toBe(
      `Port ${port} is taken by another program. Stop it, or set PORT to a free one.`,
    );
    stranger.close();
  }, 60_000);

  it.each([
    ['a server that cannot start', 'main.js', 'The server ended before it was ready'],
    ['migrations that fail', 'migrate.js', 'The database could not be brought up to date'],
  ])(
    'stops everything and ends with 1 for %s',
    async (_case, file, sentence) => {
      startedBefore();
      writeFileSync(join(root, 'dist/programs', file), 'process.exit(3)');
      const product = await launch();
      expect(await product.ended).toBe(1);
      expect(product.words()).toContain(sentence);
      expect(() => record()).toThrow('ENOENT');
    },
    60_000,
  );
});

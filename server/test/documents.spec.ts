import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import '../app.module.js';
import { registeredInvariants } from '../features/wallet/ledger/index.js';
import { SUITES } from './faults/suites.mjs';

const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = [
  'README.md',
  '.github/SECURITY.md',
  '.github/CONTRIBUTING.md',
  'server/ARCHITECTURE.md',
  ...readdirSync(join(ROOT, 'server/documents')).map((name) => `server/documents/${name}`),
];
/** Where a path that a document names may begin. */
const BEGINNINGS = ['', 'server', 'server/features', 'server/platform', 'client'];

/** What stands between backticks, fences left out. */
const quoted = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, inner]) => inner ?? '');

const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));
const fileNames = new Set(tracked.map((path) => basename(path)));

/** Tracked files that may cite something. */
const sources = (): string[] => tracked.filter((path) => /^(server|client)\/.*\.(ts|tsx|sql)$/.test(path));

/** Where in the repository a path is that a document names. */
const placeOf = (name: string): string | undefined =>
  BEGINNINGS.map((folder) => join(folder, name)).find((path) => existsSync(join(ROOT, path)));

const foldersOf = (path: string): string[] =>
  readdirSync(join(ROOT, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

describe.each(DOCUMENTS)('%s', (path) => {
  const text = read(path);

  it('names files that are there', () => {
    const isFile = (name: string) =>
      /^[\w.@-]+(\/[\w.@-]+)+$/.test(name) && /\.(ts|tsx|mjs|cjs|md|sql|json)$/.test(name);
    const missing = quoted(text)
      .filter(isFile)
      .filter((name) => !name.startsWith('dist/') && placeOf(name) === undefined);
    expect(missing).toEqual([]);
  });

  it('names files by their bare names that are there', () => {
    const named = quoted(text).filter((name) => /^[a-z][\w-]*(\.[\w-]+)*\.(ts|tsx|mjs|cjs|md|sql)$/.test(name));
    expect(named.filter((name) => !fileNames.has(name))).toEqual([]);
  });

  it('links to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
  });

  it('names commands that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm\s+run\s+(?:-s\s+)?([\w:-]+)/g)].map(([, name]) => name ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the architecture', () => {
  const text = read('server/ARCHITECTURE.md');
  const section = (title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

  it('shows by folders that are there', () => {
    const examples = section('How to add')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length === 5)
      .flatMap((cells) => quoted(cells[3] ?? ''))
      .filter((name) => name.includes('/'));
    const folders = quoted(text).filter((name) => /^[\w-]+(\/[\w-]+)+\/?$/.test(name));
    expect(examples.length).toBeGreaterThan(10);
    expect(folders.length).toBeGreaterThan(5);
    expect([...examples, ...folders].filter((name) => placeOf(name) === undefined)).toEqual([]);
  });

  /** The files of each path, a sentence of arrows. */
  const paths = section('Three paths')
    .split(/\.\s+(?=[A-Z`*])/)
    .filter((sentence) => sentence.includes('→'))
    .map((sentence) => quoted(sentence.slice(sentence.indexOf('`'))).filter((name) => /\.(ts|sql)$/.test(name)))
    .map((names) => names.map((name) => placeOf(name) ?? name));

  /** The files that a file imports something of, its front doors opened. */
  function importsOf(path: string): Set<string> {
    const found = [...read(path).matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm)];
    return new Set(
      found.flatMap(([, names = '', from = '']) => {
        const file = join(dirname(path), from.replace(/\.js$/, '.ts'));
        if (basename(file) !== 'index.ts') return [file];
        const doors = [...read(file).matchAll(/^export (?:type )?\{([^}]*)\} from '(\.[^']+)';/gm)];
        return namesOf(names).flatMap((name) =>
          doors
            .filter(([, shown = '']) => namesOf(shown).includes(name))
            .map(([, , behind = '']) => join(dirname(file), behind.replace(/\.js$/, '.ts'))),
        );
      }),
    );
  }

  const namesOf = (list: string): string[] =>
    list
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0] ?? '',
      )
      .filter((name) => name !== '');

  /** Whether one of a path goes over to another: by an import of either, or by the name of the stored function. */
  function areBound(one: string, other: string): boolean {
    if (other.endsWith('.sql')) {
      const body = read(other);
      const called = basename(other, '.sql');
      if (/returns trigger/.test(body)) return one.endsWith('.sql');
      return read(one).split(/\W+/).includes(called);
    }
    return one.endsWith('.ts') && (importsOf(one).has(other) || importsOf(other).has(one));
  }

  it('leads along three paths', () => {
    expect(paths.map((files) => files.length > 4)).toEqual([true, true, true]);
  });

  it.each(paths.map((files) => [files[0] ?? '', files] as const))(
    'leaves no step out of the path from %s: each file is bound to one before it',
    (_first, files) => {
      const loose = files.filter(
        (file, place) => place > 0 && !files.slice(0, place).some((one) => areBound(one, file)),
      );
      expect(loose).toEqual([]);
    },
  );

  it.each([
    ['server/ARCHITECTURE.md', 'no-upwards-on-the-client-from-'],
    ['server/decisions/0001-prices-and-markets-are-two-features.md', 'no-upwards-from-markets-'],
  ])('has the order of %s, as it is checked', (document, rule) => {
    const rules = (
      jest.requireActual(join(ROOT, '.dependency-cruiser.cjs')) as { forbidden: { name: string }[] }
    ).forbidden.map(({ name }) => name);
    const [order = ''] = quoted(read(document)).filter((name) => / < /.test(name));
    const places = order
      .split(' < ')
      .slice(0, -1)
      .map((name) => rules.indexOf(rule + name));
    expect(places.length).toBeGreaterThan(3);
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('leads every order of an option through what its controller calls', () => {
    const [, order = []] = paths;
    const [controller = '', next = ''] = order;
    const useCase = /export class (\w+)/.exec(read(next))?.[1] ?? '';
    expect(read(controller)).toContain(`this.${useCase.charAt(0).toLowerCase()}${useCase.slice(1)}.execute(`);
  });
});

describe('the table of the README', () => {
  const rows = read('README.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6);

  /** The features that the table lists in a column, by street. */
  function listed(column: number): Map<string, string[]> {
    const streets = new Map<string, string[]>();
    let street = '';
    for (const cells of rows) {
      street = quoted(cells[1] ?? '')[0] ?? street;
      if (street === '') continue;
      const features = quoted(cells[column] ?? '').filter((name) => !name.includes('/'));
      streets.set(street, [...(streets.get(street) ?? []), ...features].sort());
    }
    return streets;
  }

  it.each(foldersOf('server/features'))('is the tree of the server in the street %s', (street) => {
    expect(listed(3).get(street)).toEqual(foldersOf(`server/features/${street}`));
  });

  it.each(foldersOf('client/features'))('is the tree of the client in the street %s', (street) => {
    expect(listed(4).get(street)).toEqual(foldersOf(`client/features/${street}`));
  });
});

it('at the top stand what the product is described by and the settings of tools', () => {
  const top = [...new Set(tracked.map((path) => path.split('/')[0] ?? ''))].filter((name) => /^[^.]/.test(name));
  const settings = ['biome.json', 'jest.config.mjs', 'package-lock.json'];
  const product = ['README.md', 'client', 'docker-compose.yml', 'nest-cli.json', 'package.json', 'server'];
  expect(top.sort()).toEqual([...product, ...settings].sort());
});

it('every invariant stands in the list with its sentence, and no other', () => {
  const lines = read('server/documents/invariants.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => /^[A-Z]\d\d/.test(name ?? ''));
  expect(lines.map(([, name, says]) => [name, says])).toEqual(
    registeredInvariants().map(({ name, says }) => [name, says]),
  );
});

it('every formula that the code cites is described', () => {
  const described = new Set(
    [...read('server/documents/formulas.md').matchAll(/^## (B\.\d+)/gm)].map(([, name]) => name),
  );
  const cited = sources().flatMap((path) =>
    [...read(path).matchAll(/\bB\.(\d+)\b/g)].map(([, number]) => ({ path, name: `B.${number}` })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ name }) => !described.has(name))).toEqual([]);
});

it('versions that are upgraded otherwise are named by migrations that there are, in their order, and by nobody else', () => {
  const [, section = ''] = read('server/documents/operations.md').split('## From one version to the next\n');
  const named = section
    .split('\n## ')[0]
    ?.split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 6)
    .flatMap(([, names]) => quoted(names ?? ''));
  const files = readdirSync(join(ROOT, 'server/database/migrations')).sort();
  const places = (named ?? []).map((name) => files.findIndex((file) => file.replace(/^\d+-|\.ts$/g, '') === name));
  expect(places.length).toBeGreaterThan(10);
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const elsewhere = DOCUMENTS.filter((path) =>
    /stop the\s+workers|[Uu]pgrading to the version/.test(read(path).replace(section, '')),
  );
  expect(elsewhere).toEqual([]);
});

describe('proofs and figures', () => {
  const benches = readdirSync(join(ROOT, 'server/bench'))
    .filter((name) => /^[a-z0-9-]+\.ts$/.test(name))
    .map((name) => `bench -- ${name.replace('.ts', '')}`);
  const proofs = read('server/documents/proofs.md');
  const [, section = ''] = proofs.split('\n## Not yet run at full length\n');
  const list = section.split('\n## ')[0] ?? '';
  const listed = [...list.matchAll(/^\| `npm run ([^`]+)` \| \S/gm)].map(([, name = '']) => name);

  /** Rows with an outcome in the tables of both, by what was run with which sizes. */
  const recorded = [proofs.replace(list, ''), read('server/documents/figures.md')]
    .flatMap((text) => text.split('\n').filter((line) => /^\| [^|]+ \| [^|]+ \|/.test(line)))
    .flatMap((line) => [...line.matchAll(/`(?:\w+=\S+ )?npm run ((?:bench -- )?[\w-]+)([^`]*)`/g)])
    .map(([, name = '', rest = '']) => ({
      name,
      sizes: new Map([...rest.matchAll(/--([a-z]+)=(\d+)/g)].map(([, size = '', count]) => [size, Number(count)])),
    }));

  it.each([...Object.keys(SUITES), ...benches])(
    '`npm run %s` has an outcome at full length, or is in the list of those that have none',
    (name) => {
      const full = Object.entries(SUITES[name]?.sizes ?? {});
      const isRun = recorded.some(
        (row) => row.name === name && full.every(([size, count]) => (row.sizes.get(size) ?? Infinity) >= Number(count)),
      );
      expect([name, isRun, listed.includes(name)]).toEqual([name, isRun, !isRun]);
    },
  );

  it('list nothing that there is not', () => {
    expect(listed.filter((name) => !(name in SUITES) && !benches.includes(name))).toEqual([]);
  });
});

it('no two decisions have one number', () => {
  const numbers = readdirSync(join(ROOT, 'server/decisions')).map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

/** Words of a person of one kind, in what we write in English. */
const ONE_KIND = /\b(he|him|his|himself|she|her|hers|herself)\b/i;

it('nobody is taken for a man or a woman', () => {
  const written = execFileSync('git', ['ls-files', 'server', 'client', '.github', '.ci', '*.md', '*.cjs', '*.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|cjs|sql|md|css)$/.test(path) && existsSync(join(ROOT, path)))
    // Words in seven languages, and these ones.
    .filter((path) => !/\/(languages|words)\//.test(path) && path !== 'server/test/documents.spec.ts');
  expect(written.length).toBeGreaterThan(2000);
  const found = written.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (ONE_KIND.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

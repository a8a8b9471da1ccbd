import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const ROWS = 85;
/** What comes first: these are shown by tests, with no waiver. */
const STARRED = [
  1, 2, 3, 4, 5, 6, 7, 16, 17, 21, 22, 23, 26, 30, 31, 33, 39, 40, 42, 44, 46, 49, 50, 52, 57, 60, 62, 63, 65, 67,
];

interface NamedTest {
  file: string;
  name: string;
}

interface Row {
  row: number;
  /** Of the strictest requirement of ASVS 5.0.0 that it answers; null where it answers none. */
  level: 1 | 2 | 3 | null;
  starred: boolean;
  asvs: string[];
  /** Other lists that it answers: the API Security Top 10 of 2023, cheat sheets. */
  beside: string[];
  statement: string;
  tests?: NamedTest[];
  notApplicable?: string;
  /** What is done otherwise on purpose, and why. */
  deviation?: string;
  /** What of it is not true yet, or shown by no test. */
  open?: string;
}

const map = JSON.parse(readFileSync(join(ROOT, 'server/documents/asvs.map.json'), 'utf8')) as Row[];
const tracked = new Set(
  execFileSync('git', ['ls-files', 'server', 'client'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.spec\.tsx?$/.test(path) && existsSync(join(ROOT, path))),
);
const texts = new Map<string, string>();
const textOf = (path: string): string => {
  const known = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
  texts.set(path, known);
  return known;
};

/** The name as it stands in the file: a title of a test or of a group of tests, in whichever quotes. */
function isTitleIn(text: string, name: string): boolean {
  const quoted = [`'${name.replaceAll("'", "\\'")}'`, `'${name}'`, `"${name}"`, `\`${name}\``];
  return quoted.some((title) => {
    for (let at = text.indexOf(title); at >= 0; at = text.indexOf(title, at + 1)) {
      const before = text.slice(Math.max(0, at - 20_000), at);
      if (/\b(it|test|describe)(\.concurrent)?\(\s*$/.test(before)) return true;
      // A table of cases stands between `it.each(` and the title.
      if (/\b(it|test|describe)(\.concurrent)?\.each\b[\s\S]*\)\(\s*$/.test(before)) return true;
    }
    return false;
  });
}

it('has every statement once, in order, with those that come first', () => {
  expect(map.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
  expect(map.filter(({ starred }) => starred).map(({ row }) => row)).toEqual(STARRED);
  for (const { row, statement, asvs, level } of map) {
    expect({ row, isSaid: statement.length > 20 }).toEqual({ row, isSaid: true });
    expect({ row, isRanked: asvs.length === 0 || level !== null }).toEqual({ row, isRanked: true });
  }
});

it('shows each statement by tests, or says why it does not apply; none by reading only', () => {
  const without = map.filter(({ tests = [], notApplicable = '' }) => tests.length === 0 && notApplicable === '');
  expect(without.map(({ row }) => row)).toEqual([]);
  expect(map.filter(({ starred, notApplicable }) => starred && notApplicable).map(({ row }) => row)).toEqual([]);
});

it('names tests that there are', () => {
  const missing = map.flatMap(({ row, tests = [] }) =>
    tests
      .filter(({ file, name }) => !tracked.has(file) || !isTitleIn(textOf(file), name))
      .map(({ file, name }) => ({ row, file, name })),
  );
  expect(missing).toEqual([]);
});

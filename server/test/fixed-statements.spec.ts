import { join } from 'node:path';
import ts from 'typescript';
import { FixedStatements } from './fixed-statements.js';

/** Nothing that anybody sends becomes part of a statement: what the product says to its database is fixed when it is built. */

const ROOT = join(__dirname, '../..');

/**
 * Where the text comes from the product's own files and registries by a way that is not followed, how often, and which. Each
 * was read. A further one fails here.
 */
const READ: Readonly<Record<string, [number, string]>> = {
  'server/platform/database/prepared-statement.ts': [2, 'calls of stored functions, by the names of a generated list'],
  'server/platform/database/read-source.store.ts': [1, 'what stores ask by its `query`, which is looked at there'],
  'server/platform/database/serving-user.ts': [
    1,
    'names of users of the database, put in their quotes by the database',
  ],
  'server/platform/database/stored-functions.ts': [
    7,
    'the files of the stored functions, and their names as the database has them',
  ],
  'server/features/wallet/ledger/books.store.ts': [5, 'tables and columns of the registered subjects'],
  'server/features/wallet/ledger/books-progress.store.ts': [1, 'tables and columns of the registered subjects'],
  'server/features/wallet/exports/listed-rows.store.ts': [2, 'the statements of the registered lists'],
  'server/features/account/data-exports/data-exports.store.ts': [1, 'the registered tables of users'],
  'server/features/operations/review/cases.store.ts': [
    6,
    'columns and tables of the three queues, beside a function that reads rows',
  ],
  'server/database/migrations/forward-migration.ts': [1, 'the statements of the migrations'],
  'server/database/migrations/index-migration.ts': [2, 'names and columns of the indexes of the migrations'],
  'server/database/migrations/trigger-renaming-migration.ts': [
    1,
    'names of triggers and of their tables, from the catalog',
  ],
};

it('the text of every statement is made of constants, listed words and numbers', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'server/tsconfig.json'), (path) => ts.sys.readFile(path));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, 'server'));
  const program = ts.createProgram(fileNames, { ...options, noEmit: true });
  const looked = (path: string) => /^server\/(features|platform|database)\//.test(path);
  const { open, count } = new FixedStatements(program, ROOT).find(looked);
  expect(count).toBeGreaterThan(700);
  const counts: Record<string, number> = {};
  for (const [path = ''] of open.map((line) => line.split(':', 1))) counts[path] = (counts[path] ?? 0) + 1;
  const unread = open.filter(
    (line) => (counts[line.split(':', 1)[0] ?? ''] ?? 0) > (READ[line.split(':', 1)[0] ?? '']?.[0] ?? 0),
  );
  expect(unread).toEqual([]);
  expect(counts).toEqual(Object.fromEntries(Object.entries(READ).map(([path, [times]]) => [path, times])));
}, 600_000);

describe('the one who looks', () => {
  const FILE = '/store.ts';
  /** The language's own declarations, read once. */
  const LIBRARIES = new Map<string, ts.SourceFile | undefined>();

  /** What is not fixed of the statements in a file of this text. */
  function openIn(text: string): string[] {
    const host = ts.createCompilerHost({});
    const source = ts.createSourceFile(
      FILE,
      `declare const db: { query(text: string, values?: unknown[]): void };\n${text}`,
      ts.ScriptTarget.ES2022,
      true,
    );
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (name, ...more) => {
      if (name === FILE) return source;
      const file = LIBRARIES.get(name) ?? read(name, ...more);
      LIBRARIES.set(name, file);
      return file;
    };
    const program = ts.createProgram([FILE], { target: ts.ScriptTarget.ES2022, strict: true, types: [] }, host);
    return new FixedStatements(program, '/').find(() => true).open;
  }

  it.each([
    ['a constant', "const COLUMNS = 'a, b'; db.query(`select ${COLUMNS} from t where id = $1`, [5]);"],
    ['constants of constants', "const A = 'a'; const B = `${A}, b`; db.query('select ' + B);"],
    [
      'a list that is written out',
      "const parts = ['a', 'b'].map((one) => `${one}::text`); db.query(`select ${parts.join(', ')}`);",
    ],
    [
      'words that a type lists',
      "function f(order: 'asc' | 'desc') { db.query(`select 1 order by 1 ${order}`); } f(JSON.parse('0'));",
    ],
    ['a number', 'function f(place: number) { db.query(`select $${place + 1}`); } f(5);'],
    ['what all callers write out', "function f(table: string) { db.query(`select from ${table}`); } f('a'); f('b');"],
    [
      'a word by a name of the code',
      "const BY = { a: 'x', b: 'y' } as const; function f(k: 'a' | 'b') { db.query(BY[k]); } f('a');",
    ],
    [
      'what a class was made with',
      "class S { constructor(private readonly t: string) {} go() { db.query(`select from ${this.t}`); } } new S('a').go();",
    ],
  ])('passes over %s', (_what, text) => expect(openIn(text)).toEqual([]));

  it.each([
    [
      'what somebody hands over',
      "export function f(name: string) { db.query(`select from t where name = '${name}'`); } f(process.argv[2] as string);\ndeclare const process: { argv: string[] };",
    ],
    [
      'a field of what somebody sent',
      'export function f(body: { sort: string }) { db.query(`select 1 order by ${body.sort}`); } f(JSON.parse("{}"));',
    ],
    [
      'a part of it by name',
      'export function f({ sort }: { sort: string }) { db.query("select 1 order by " + sort); } f(JSON.parse("{}"));',
    ],
    [
      'one caller of many',
      'export function f(table: string) { db.query(`select from ${table}`); } f("a"); f(JSON.parse("1") as string);',
    ],
    ['a function that nobody of ours calls', 'export function f(table: string) { db.query(`select from ${table}`); }'],
    [
      'what has no type',
      'export function f(order: any) { db.query(`select 1 order by 1 ${order}`); } f("a"); f(JSON.parse("1"));',
    ],
    [
      'a list to which something was added',
      'export function f(word: string) { const parts = ["a"]; parts.push(word); db.query(parts.join()); } f(JSON.parse("1") as string);',
    ],
    [
      'a variable that was set anew',
      'export function f(word: string) { let text = "select"; text += word; db.query(text); } f(JSON.parse("1") as string);',
    ],
    [
      'a field that was set',
      'const sql = { t: "a" }; export function f(word: string) { sql.t = word; db.query(sql.t); } f(JSON.parse("1") as string);',
    ],
    [
      'names of what somebody sent',
      'export function f(body: object) { db.query(Object.keys(body).join(", ")); } f(JSON.parse("{}"));',
    ],
    [
      'what a class was made with',
      'export class S { constructor(private readonly t: string) {} go() { db.query(`select from ${this.t}`); } } new S(JSON.parse("1") as string).go();',
    ],
    [
      'what a row says',
      'export async function f(rows: { name: string }[]) { for (const { name } of rows) db.query(`drop ${name}`); } f(JSON.parse("[]"));',
    ],
  ])('finds %s', (_what, text) => expect(openIn(text)).toHaveLength(1));
});

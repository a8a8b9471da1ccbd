import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { BODY_BYTES_MAX } from '../platform/http/read-body.js';

/**
 * No pattern goes back over a text so often that the others wait: each is asked about texts as long as it can ever see, made of
 * what makes patterns go back. One whose work grows with the square of the length would need hours for a whole body, one whose work
 * doubles with each letter would not end at all.
 */

const ROOT = join(__dirname, '../..');
const FOLDERS = 'contract features platform'.split(' ').map((name) => `server/${name}`);
const CLIENT = 'app features ops pages platform ui'.split(' ').map((name) => `client/${name}`);
/** Of a pattern that has not ended by then; the rest of a run takes seconds. */
const HANGING_MS = 90_000;

/** Patterns whose work grows with the square of the text, with the longest text that comes to them, and which that is. */
const SHORT: Readonly<Record<string, [longest: number, what: string]>> = {
  '/0+$/': [60, 'decimals of an amount that was read'],
  '/\\.?0+$/': [80, 'a figure of ours'],
  '/\\B(?=(\\d{3})+$)/g': [80, 'a figure of ours'],
  '/^mailto:[^\\s<>"\'\\\\?]+@[^\\s<>"\'\\\\?]+$/i': [2000, 'an address in an article of an operator'],
  '/https?:|www\\.|\\b[a-z0-9-]{2,}\\.(?:com|net|org|io|cc|top|xyz|vip|me|app|cn|link)\\b/iu': [
    2000,
    'a line in the chat of an order',
  ],
  '/[.!?]+$/u': [2000, 'a line in the help chat'],
  '/^\\d*\\.?\\d+$/': [100, 'a field of a file that an operator reads in at the console'],
  '/\\/+$/': [2000, 'the address of the site, as it is set'],
  '/<!-- early (\\{.*?\\}) -->/': [2000, 'the page that was built'],
  '/<!-- shapes (\\{.*?\\}) -->/': [2000, 'the page that was built'],
  '/\\/assets\\/[^/]+-[A-Za-z0-9_-]{8,}\\.[a-z0-9.]+$/': [500, 'the path of a file that was built'],
  '/"(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.eE+-]*/g': [2000, 'JSON that was read before, in which every text ends'],
  '/"(?:[^"\\\\]|\\\\.)*"|[{}[\\]:]/g': [2000, 'JSON that was read before, in which every text ends'],
  '/[eE](.*)$/': [2000, 'a number of JSON that was read before, with one e'],
  '/^\\/+|\\/+$/g': [500, 'the path of a controller'],
  '/^\\s*([+-]?\\d{1,2}(?:\\.\\d{1,10})?)\\s*[,;\\s]\\s*([+-]?\\d{1,3}(?:\\.\\d{1,10})?)\\s*$/': [
    500,
    'what is typed on the own page',
  ],
  '/(?:,\\s*|^)[^,]*,\\s*-?\\d{1,2}\\.\\d{5}, -?\\d{1,3}\\.\\d{5}\\s*$/u': [500, 'what is typed on the own page'],
  '/[?@].*$/': [500, 'what is typed on the own page'],
  '/^[\\d.,]*\\d[\\d.,]*$/': [500, 'what is typed on the own page'],
};

/** Every pattern of the product as it is written, with the files that have it. */
function patterns(folders: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const folder of folders) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || /\.spec\.tsx?$/.test(path) || path.startsWith('embedded/')) continue;
      const text = readFileSync(join(ROOT, folder, path), 'utf8');
      const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
      const visit = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node)) {
          found.set(node.text, [...(found.get(node.text) ?? []), `${folder}/${path}`]);
        }
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, false, kind));
    }
  }
  return found;
}

const PIECES = [
  ...'a 0 1 . - _ @ / : , ; ! ? % + e E A Z ~ = & # < > ( ) [ ] { }'.split(' '),
  ' ',
  '\t',
  '\n',
  '"',
  '\\',
  '"\\',
  'a.',
  'a@',
  '@a',
  '0.',
  '1,',
  '000',
  'a-',
  ' a',
  '/a',
  'https:',
  'www.',
  'MAILTO:@',
  '中',
  'é',
  '\u0301',
  '\u200d',
  '\ud800',
];
const STARTS = ['', 'a', '0'];
const ENDS = ['', '\0', '\n'];

/** How often the thread is looked at. */
const LOOK_MS = 500;

/**
 * Asks in a thread of its own, which can be ended in the middle of a pattern: every pattern about one text after the other, as each
 * text is as long as a body. Answers the pattern that did not end.
 */
async function firstThatHangs(
  asked: readonly { source: string; longest: number }[],
  hangingMs = HANGING_MS,
): Promise<string | null> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { asked, pieces, starts, ends, at } = workerData;
    const patterns = asked.map(({ source, longest }, index) => {
      const end = source.lastIndexOf('/');
      return { index, longest, pattern: new RegExp(source.slice(1, end), source.slice(end + 1)) };
    });
    const lengths = [...new Set(asked.map(({ longest }) => longest))];
    for (const longest of lengths) {
      const those = patterns.filter((one) => one.longest === longest);
      for (const piece of pieces) {
        const body = piece.repeat(Math.floor(longest / piece.length));
        for (const start of starts) for (const end of ends) {
          const text = start + body + end;
          for (const { index, pattern } of those) {
            Atomics.store(at, 0, index);
            Atomics.add(at, 1, 1);
            pattern.lastIndex = 0;
            text.replace(pattern, '');
          }
        }
      }
    }
    parentPort.postMessage(null);`;
  // Which pattern is asked, and how many questions were begun.
  const at = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(program, {
    eval: true,
    workerData: { asked, pieces: PIECES, starts: STARTS, ends: ENDS, at },
  });
  return new Promise((resolve, reject) => {
    let question = 0;
    let sinceMs = 0;
    const end = (hanging: string | null) => {
      clearInterval(timer);
      void worker.terminate();
      resolve(hanging);
    };
    const timer = setInterval(() => {
      const now = Atomics.load(at, 1);
      sinceMs = now === question ? sinceMs + LOOK_MS : 0;
      question = now;
      if (sinceMs >= hangingMs) end(asked[Atomics.load(at, 0)]?.source ?? '');
    }, LOOK_MS);
    worker.on('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    worker.on('message', () => end(null));
  });
}

const asked = (sources: Iterable<string>, usual: number) =>
  [...sources].map((source) => ({ source, longest: SHORT[source]?.[0] ?? usual }));

it('a pattern that goes back is found', async () => {
  expect(await firstThatHangs([{ source: '/^[a-z]+$/', longest: BODY_BYTES_MAX }])).toBeNull();
  const known = '/^(a+)+$/';
  expect(
    await firstThatHangs(
      [
        { source: '/^a$/', longest: 60 },
        { source: known, longest: 60 },
      ],
      5000,
    ),
  ).toBe(known);
}, 300_000);

it('every pattern of the server ends on a text of a whole body, or on the longest that it ever sees', async () => {
  const found = patterns(FOLDERS);
  expect(found.size).toBeGreaterThan(150);
  expect(await firstThatHangs(asked(found.keys(), BODY_BYTES_MAX))).toBeNull();
}, 900_000);

it('every pattern of the pages ends on a text of 10,000 letters, which no field takes', async () => {
  const found = patterns(CLIENT);
  expect(found.size).toBeGreaterThan(60);
  expect(await firstThatHangs(asked(found.keys(), 10_000))).toBeNull();
}, 900_000);

it('those that are asked about short texts only are there', () => {
  const found = patterns([...FOLDERS, ...CLIENT]);
  expect(Object.keys(SHORT).filter((source) => !found.has(source))).toEqual([]);
});

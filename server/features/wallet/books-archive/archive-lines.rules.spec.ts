import {
  fileOf,
  type FileBeginning,
  FORMAT,
  journalOf,
  keyOf,
  lineOf,
  readLine,
  sealedText,
} from './archive-lines.rules.js';

const ROW = {
  journal: '17',
  reason: 'spot.fill',
  reference: '9:a"b',
  demo: false,
  at: '2026-01-05T12:00:00.000120Z',
  legs: '4:12:3:-1.5:98.5,5:1:3:1.5:1.5',
};

describe('a journal', () => {
  it('is one line, with amounts as text', () => {
    expect(lineOf(journalOf(ROW))).toBe(
      '{"journal":"17","reason":"spot.fill","reference":"9:a\\"b","demo":false,"at":"2026-01-05T12:00:00.000120Z",' +
        '"postings":[{"account":"4","sequence":"12","currency":3,"amount":"-1.5","balanceAfter":"98.5"},' +
        '{"account":"5","sequence":"1","currency":3,"amount":"1.5","balanceAfter":"1.5"}]}\n',
    );
  });

  it('is sealed by the text that the database makes of it', () => {
    expect(sealedText(journalOf(ROW))).toBe('17|spot.fill|9:a"b|f|1767614400.000120|4:12:3:-1.5:98.5,5:1:3:1.5:1.5');
  });

  it('without postings ends with its instant', () => {
    expect(sealedText(journalOf({ ...ROW, demo: true, legs: '' }))).toBe('17|spot.fill|9:a"b|t|1767614400.000120');
  });

  it('is read as it was written', () => {
    const journal = journalOf(ROW);
    expect(readLine(lineOf(journal).trimEnd())).toEqual(journal);
  });
});

/** What is sealed of two journals could be that of one with a longer name. */
it.each([
  ['reason', 'spot|fill'],
  ['reference', '9\na'],
  ['reference', ''],
  ['reason', 'x'.repeat(129)],
])('a journal is not archived whose %s is %j', (field, name) => {
  expect(() => journalOf({ ...ROW, [field]: name })).toThrow('journal 17 has a reason or a reference that cannot be');
});

it('a name has up to 128 letters, whatever they are', () => {
  const journal = journalOf({ ...ROW, reference: '\u{1f600}'.repeat(128) });
  expect(readLine(lineOf(journal).trimEnd())).toEqual(journal);
});

describe('what is no line', () => {
  const line = lineOf(journalOf(ROW)).trimEnd();
  it.each([
    ['nothing', ''],
    ['half of one', line.slice(0, 40)],
    ['another spelling', line.replace('{"journal"', '{ "journal"')],
    ['something more', line.replace('"demo"', '"note":"x","demo"')],
    ['an amount that is a number', line.replace('"-1.5"', '-1.5')],
    ['zeros behind an amount', line.replace('"-1.5"', '"-1.50"')],
    ['an amount that is none', line.replace('"-1.5"', '"NaN"')],
    ['an instant without its zone', line.replace('120Z', '120')],
    ['a day that no month has', line.replace('2026-01-05', '2026-02-30')],
    ['an hour that no day has', line.replace('T12:00:00', 'T24:00:00')],
    ['a reason with a bar', line.replace('spot.fill', 'spot|fill')],
    ['a reference with a line feed', line.replace('9:a', '9\\na')],
    ['no reference', line.replace('9:a\\"b', '')],
    ['a reference that is too long', line.replace('9:a', 'a'.repeat(129))],
  ])('%s', (_what, text) => {
    expect(readLine(text)).toBeNull();
  });
});

describe('a key', () => {
  const books = 'ab'.repeat(32);

  it('names the books and the file, in the order of the files', () => {
    expect(keyOf(books, '7')).toBe('books-archive/abababababababab/000000000007.ndjson.gz');
    expect(fileOf(keyOf(books, '7'))).toEqual({ file: '7', books: 'abababababababab' });
    expect(keyOf(books, '9') < keyOf(books, '10')).toBe(true);
  });

  it.each(['books-archive/abababababababab/7.ndjson.gz', 'books-archive/abababababababab/notes', 'uploads/ab/7'])(
    '%s is none',
    (key) => expect(fileOf(key)).toBeNull(),
  );
});

it('a file begins with its format, and another format is none of ours', () => {
  const beginning: FileBeginning = {
    format: FORMAT,
    books: 'a'.repeat(64),
    file: '1',
    previous: '0'.repeat(64),
    firstSeal: '1',
  };
  const text = lineOf(beginning).trimEnd();
  expect(readLine(text)).toEqual(beginning);
  expect(readLine(text.replace('books-archive/1', 'books-archive/2'))).toBeNull();
});

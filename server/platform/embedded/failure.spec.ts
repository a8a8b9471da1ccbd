import { causeIn, explain, Failure } from './failure.mjs';

describe('what the person at the terminal reads', () => {
  it.each([
    ['ENOSPC', 'The disk is full: /somewhere/file.'],
    ['EDQUOT', 'The disk quota is used up: /somewhere/file.'],
    ['EACCES', 'There is no permission: /somewhere/file.'],
    ['EROFS', 'The file system is read-only: /somewhere/file.'],
  ])('names the meaning of %s and the path in one sentence', (code, sentence) => {
    expect(explain(Object.assign(new Error('x'), { code, path: '/somewhere/file' }))).toBe(sentence);
  });

  it('shows a refusal of ours as it is, and anything unknown with its stack', () => {
    expect(explain(new Failure('Stop it first.'))).toBe('Stop it first.');
    expect(explain(new TypeError('a bug'))).toMatch(/TypeError: a bug\n\s+at /);
    expect(explain('thrown text')).toContain('thrown text');
  });

  // Words of PostgreSQL 18, Redis 7 and npm 11.
  it.each([
    ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'the disk is full'],
    ['npm error code ENOSPC', 'the disk is full'],
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'its port is taken by another program'],
    ['FATAL:  data directory "/d" has wrong ownership', 'it has no permission to use its files'],
    ['FATAL:  lock file "postmaster.pid" already exists', 'another Postgres works on its files'],
    ['FATAL:  database files are incompatible with server', 'its files are of another Postgres version'],
    ["Can't open the append-only file: Permission denied", 'it has no permission to use its files'],
    ['everything is well', null],
  ])('finds the cause in: %s', (words, cause) => {
    expect(causeIn(words)).toBe(cause);
  });
});

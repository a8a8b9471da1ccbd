/** A refusal that the person at the terminal can act on: one sentence, no stack. */
export class Failure extends Error {
  /** @param {string} sentence */
  constructor(sentence) {
    super(sentence);
    this.name = 'Failure';
  }
}

/** What an operating system's error code means, as the start of a sentence. */
const MEANINGS = new Map([
  ['ENOSPC', 'The disk is full'],
  ['EDQUOT', 'The disk quota is used up'],
  ['EACCES', 'There is no permission'],
  ['EPERM', 'There is no permission'],
  ['EROFS', 'The file system is read-only'],
  ['EADDRINUSE', 'The port is taken by another program'],
  ['ECONNREFUSED', 'Nothing answers there'],
  ['EMFILE', 'This process has too many open files (raise `ulimit -n`)'],
]);

/**
 * Turns anything thrown into text for the terminal: one sentence where the cause is known, the stack where it is not
 * (then it is a bug of ours and the stack is wanted).
 * @param {unknown} error
 * @returns {string}
 */
export function explain(error) {
  if (error instanceof Failure) return error.message;
  const { code, path, message, stack } = /** @type {NodeJS.ErrnoException} */ (
    error instanceof Error ? error : new Error(String(error))
  );
  const meaning = code ? MEANINGS.get(code) : undefined;
  if (!meaning) return stack ?? message;
  return `${meaning}: ${path ?? message}.`;
}

/**
 * The known cause named in a program's own output, or null: it decides which sentence is shown for a server that
 * would not start.
 * @param {string} output
 * @returns {string | null}
 */
export function causeIn(output) {
  if (/No space left on device|ENOSPC/i.test(output)) return 'the disk is full';
  if (/quota exceeded|EDQUOT/i.test(output)) return 'the disk quota is used up';
  if (/Address already in use|EADDRINUSE/i.test(output)) return 'its port is taken by another program';
  if (/Permission denied|EACCES|has wrong ownership/i.test(output)) return 'it has no permission to use its files';
  if (/Read-only file system|EROFS/i.test(output)) return 'the file system is read-only';
  if (/Cannot allocate memory|could not map anonymous shared memory/i.test(output)) return 'there is not enough memory';
  if (/lock file "[^"]*" already exists/.test(output)) return 'another Postgres works on its files';
  if (/database files are incompatible with server/i.test(output)) return 'its files are of another Postgres version';
  return null;
}

/**
 * Runs a command's body; a failure becomes one sentence on stderr and exit code 1.
 * @param {() => Promise<number | void>} body resolves to the exit code, 0 when nothing is returned
 */
export async function command(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    process.stderr.write(`\n${explain(error)}\n`);
    process.exitCode = 1;
  }
}

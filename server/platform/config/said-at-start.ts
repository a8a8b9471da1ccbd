import { type Configuration, SETTINGS } from './config.js';
import { hasPasswordTriedFirst, passwordProblem } from './default-passwords.js';
import { isLoopback } from './safe-transport.js';

type Environment = Record<string, string | undefined>;

/** What our settings of several words begin with and hardly anybody else's do: such a name that we do not know is a mistake. */
const OURS =
  /^(REALTIME|SIMULATION|AUDIT_ANCHORS|OPS|FUTURES|WEB_PUSH|HOLD_HOURS|WRONG_LOGINS|CODES_PER|IMAGE|UPLOAD|TAPE|RATE|WORKER|TRACES|SMS|SMTP|REGISTER|PASSWORD_PEPPER|SECRET_KEY)_/;
/** Shorter names are near too much. */
const SHORTEST = 4;
const LONG = 8;
const MEASURES = ['MS', 'MINUTES', 'HOURS', 'DAYS', 'YEARS', 'SIZE', 'MIB'];

/**
 * What whoever starts the product should know, a line each: settings that nobody reads, because they are misspelled, and what is
 * not as it should be where real people come. What is not safe at all in production is no line: it stops the start.
 */
export function saidAtStart(environment: Environment, values: Configuration): string[] {
  return [...unknownSettings(environment), ...ofMessages(values), ...ofAddresses(values)];
}

function unknownSettings(environment: Environment): string[] {
  const names = Object.keys(environment).filter((name) => !SETTINGS.includes(name));
  return names.flatMap((name) => {
    const near = nearest(name);
    const meant = near === null ? named(name) : [near];
    if (meant.length > 0)
      return [`${name}: there is no such setting; ${meant.join(' and ')} ${meant.length === 1 ? 'is one' : 'are'}`];
    return OURS.test(name) ? [`${name}: there is no such setting (server/documents/settings.md has all)`] : [];
  });
}

/** The setting that is one slip away, or two of a long name; null where none is. */
function nearest(name: string): string | null {
  if (name.length < SHORTEST) return null;
  const slips = name.length < LONG ? 1 : 2;
  const plain = name.toUpperCase();
  const near = SETTINGS.map((known) => ({ known, distance: distanceOf(plain, known, slips) }))
    .filter(({ distance }) => distance <= slips)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.known ?? null;
}

/**
 * Settings of which the name has some of the words, in their order, or all of them and more at its end: `S3_KEY`, `S3_BUCKET_NAME`. It begins as they
 * do, has three words of theirs, or ends with what it is measured in: two words like `API_URL` are anybody's.
 */
function named(name: string): string[] {
  const words = name.toUpperCase().split('_');
  if (words.length < 2) return [];
  return SETTINGS.filter((known) => {
    const theirs = known.split('_');
    if (theirs.length < 2) return false;
    if (name.toUpperCase().startsWith(`${known}_`)) return true;
    const isOurs = words[0] === theirs[0] || words.length > 2 || MEASURES.includes(words.at(-1) ?? '');
    return isOurs && isInOrder(words, theirs);
  });
}

function isInOrder(words: readonly string[], all: readonly string[]): boolean {
  let found = 0;
  for (const word of all) if (word === words[found]) found += 1;
  return found === words.length;
}

/** How many letters are added, left out, other or changed places, as far as it is asked for. */
function distanceOf(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      next.push(least);
    }
    beforeLast = last;
    last = next;
  }
  return last[other.length] ?? most + 1;
}

function ofMessages({ NODE_ENV, ROLES, SMTP_URL, SMS_URL, OPERATIONS_MAIL }: Configuration): string[] {
  // A feed sends none.
  if (NODE_ENV !== 'production' || ROLES.every((role) => role === 'feed')) return [];
  const lines: string[] = [];
  if (SMTP_URL === '' && SMS_URL === '')
    lines.push('SMTP_URL and SMS_URL are not set: no code reaches anybody, and nobody can register');
  else if (SMTP_URL === '') lines.push('SMTP_URL is not set: no code and no security notice leaves by mail');
  if (OPERATIONS_MAIL.length === 0)
    lines.push('OPERATIONS_MAIL is not set: what waits for an administrator is said at the desk alone');
  return lines;
}

function ofAddresses(values: Configuration): string[] {
  const { NODE_ENV, PUBLIC_URL } = values;
  const lines: string[] = [];
  const site = new URL(PUBLIC_URL);
  if (site.protocol === 'http:' && !isLoopback(site.hostname))
    lines.push(
      `PUBLIC_URL: ${site.origin} is plain http; whoever is between reads and changes everything, so production refuses it`,
    );
  for (const name of ['DATABASE_URL', 'REDIS_URL'] as const) {
    const { hostname, password } = new URL(values[name]);
    if (hasPasswordTriedFirst(values[name])) lines.push(`${passwordProblem(name)}; production refuses it`);
    else if (NODE_ENV === 'production' && password === '' && hostname !== '' && !isLoopback(hostname))
      lines.push(`${name}: comes to ${hostname} without a password`);
  }
  return lines;
}

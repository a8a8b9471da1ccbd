import type { Installation } from './installation.js';
import type { Stranger } from './stranger.js';

/** What came of an attack. */
export interface Outcome {
  /** False: the product is open to it, or it could not be carried out at all. */
  holds: boolean;
  /** What the attacker was answered, in a few words. */
  saw: string;
}

export interface Target {
  /** Whoever attacks, at the public port. */
  stranger: Stranger;
  /** What only who started the product knows; null for a product that somebody else runs. */
  installation: Installation | null;
}

/** One attack on a running product. */
export interface Attack {
  name: string;
  /** Where it comes from: the line of the review or of the issue. */
  source: string;
  /** Whether `npm test` carries it out, too. */
  isShort?: boolean;
  /** Whether it needs no knowledge of the inside, and so can be carried out on a product that somebody else runs. */
  isOutside?: boolean;
  run(target: Target): Promise<Outcome>;
}

/** Attacks of one kind. */
export interface Family {
  name: string;
  /** All attacks of the family together take no longer. */
  limitMs: number;
  attacks: readonly Attack[];
}

export const held = (saw: string): Outcome => ({ holds: true, saw });
export const isOpen = (saw: string): Outcome => ({ holds: false, saw });

/** Few words for what may be long. */
export function brief(text: string, most = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

/** Holds when it held in every one of them; says how many there were, or which did not. */
export function outcomeOf(tries: readonly Outcome[], what: string): Outcome {
  if (tries.length === 0) return isOpen(`nothing was tried: ${what}`);
  const open = tries.filter(({ holds }) => !holds);
  if (open.length === 0) return held(`${tries.length} ${what} refused`);
  const first = open.slice(0, 3).map(({ saw }) => saw);
  return isOpen(`${open.length} of ${tries.length} ${what}: ${first.join('; ')}`);
}

/** One after the other, for attacks whose tries count together. */
export async function oneByOne<Item>(
  items: readonly Item[],
  attack: (item: Item) => Promise<Outcome>,
): Promise<Outcome[]> {
  const tries: Outcome[] = [];
  for (const item of items) tries.push(await attack(item));
  return tries;
}

/** The installation, for attacks that know it. @throws Error for a product that somebody else runs. */
export function insideOf({ installation }: Target): Installation {
  if (!installation) throw new Error('This attack needs an installation of its own.');
  return installation;
}

/**
 * Carries an attack out. One that ends in an error or takes too long proves nothing, and counts as open.
 * @param limitMs after which it is given up.
 */
export async function carryOut(attack: Attack, target: Target, limitMs: number): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Outcome>((done) => {
    timer = setTimeout(() => done(isOpen(`was given up after ${limitMs} ms`)), Math.max(1, limitMs));
  });
  try {
    return await Promise.race([attack.run(target), tooLong]);
  } catch (error) {
    return isOpen(`could not be carried out: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

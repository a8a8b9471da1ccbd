import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Config } from '../../../platform/config/config.js';
import { Turns } from '../../../platform/loop/turns.js';
import { passwordText } from './password.rules.js';

/** Argon2id as OWASP recommends for it: 19 MiB, two passes, one lane; the package draws a salt of 16 bytes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash takes 19 MiB and a core: more of them at once would only make each slower. */
const AT_ONCE = Math.min(4, availableParallelism());
const WAITING_MAX = 50;
/** Behind a hash stands with which pepper it was made; nothing behind those of before there were marks. */
const MARK = ';pepper=';
const MARK_LENGTH = 8;

/**
 * Hashes passwords with Argon2id over an HMAC with a pepper that is not in the database: a stolen table alone gives no
 * password back, not even one of six digits.
 */
@Injectable()
export class PasswordHasher {
  private readonly turns = new Turns(AT_ONCE, WAITING_MAX);
  private nobody: Promise<string> | null = null;

  constructor(private readonly config: Config) {}

  /** The hash with its parameters, its salt and its pepper's mark, as text. @throws Refusal `request.unavailable` when too many wait. */
  async hash(password: string): Promise<string> {
    const { PASSWORD_PEPPER } = this.config.values;
    const made = await this.turns.run(() => hash(peppered(password, PASSWORD_PEPPER), PARAMETERS));
    return `${made}${MARK}${markOf(PASSWORD_PEPPER)}`;
  }

  /**
   * Whether the password is the hashed one. A wrong one takes the same work whoever made the hash, and also without one
   * (nobody has that name): then it answers no. @throws Refusal `request.unavailable` when too many wait.
   */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    const nobody = this.nobodys();
    const [against = '', mark] = (hashed ?? (await nobody)).split(MARK);
    const { PASSWORD_PEPPER, FORMER_PEPPERS } = this.config.values;
    const peppers = [PASSWORD_PEPPER, ...FORMER_PEPPERS];
    // The one that made it comes first: whoever has the right password does not wait for the others.
    peppers.sort((one, other) => Number(markOf(other) === mark) - Number(markOf(one) === mark));
    for (const pepper of peppers) {
      const matches = await this.turns.run(() => verify(against, peppered(password, pepper)));
      if (matches) return hashed !== null;
    }
    return false;
  }

  /** Whether the hash was made with weaker parameters than today's, or with another pepper. */
  isOutdated(hashed: string): boolean {
    const [text = '', mark] = hashed.split(MARK);
    const made = parseOptions(text);
    const isWeaker = made.memoryCost < PARAMETERS.memoryCost || made.timeCost < PARAMETERS.timeCost;
    return isWeaker || mark !== markOf(this.config.values.PASSWORD_PEPPER);
  }

  /** A hash of today of a password that was found right; null: it needs none, or too many wait and it gets one another time. */
  async renewed(hashed: string, password: string): Promise<string | null> {
    const isRoom = this.turns.waiting < WAITING_MAX;
    return isRoom && this.isOutdated(hashed) ? this.hash(password) : null;
  }

  /** What a name that nobody has is judged by; made with the first of all, whoever that is for. */
  private nobodys(): Promise<string> {
    if (this.nobody) return this.nobody;
    const made = this.hash('nobody has this password');
    this.nobody = made;
    // Refused because too many waited: made at another time.
    made.catch(() => {
      this.nobody = null;
    });
    return made;
  }
}

function peppered(password: string, pepper: string): string {
  return createHmac('sha256', pepper).update(passwordText(password)).digest('hex');
}

/** Tells peppers apart and says nothing of them. */
function markOf(pepper: string): string {
  return createHmac('sha256', pepper).update('which pepper this is').digest('hex').slice(0, MARK_LENGTH);
}

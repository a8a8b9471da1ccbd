import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Config } from '../../../platform/config/config.js';
import { FORMER_SECRETS } from '../../../platform/config/secrets.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { passwordText } from './password.rules.js';

/** Argon2id as OWASP recommends for it: 19 MiB, two passes, one lane; the package draws a salt of 16 bytes. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash takes 19 MiB and a core: more of them at once would only make each slower. */
const AT_ONCE = Math.min(4, availableParallelism());
const WAITING_MAX = 50;

/**
 * Hashes passwords with Argon2id over an HMAC with a pepper that is not in the database: a stolen table alone gives no
 * password back, not even one of six digits.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private nobody: Promise<string> | null = null;

  constructor(private readonly config: Config) {}

  /** The hash with its parameters and salt, as text. @throws Refusal `request.unavailable` when too many wait. */
  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(peppered(password, this.config.values.PASSWORD_PEPPER), PARAMETERS));
  }

  /**
   * Whether the password is the hashed one. Without a hash (nobody has that name) it takes the same time and answers
   * no. @throws Refusal `request.unavailable` when too many wait.
   */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    this.nobody ??= this.hash('nobody has this password');
    const against = hashed ?? (await this.nobody);
    const { PASSWORD_PEPPER, SECRETS_ORIGIN } = this.config.values;
    // Hashes of before the installation made secrets of its own can be checked still; none is made with the former one.
    const peppers = [PASSWORD_PEPPER, ...(SECRETS_ORIGIN === 'own' ? [FORMER_SECRETS.PASSWORD_PEPPER] : [])];
    for (const pepper of peppers) {
      const matches = await this.inTurn(() => verify(against, peppered(password, pepper)));
      if (matches) return hashed !== null;
    }
    return false;
  }

  /** Whether the hash was made with weaker parameters than today's. */
  isOutdated(hashed: string): boolean {
    const made = parseOptions(hashed);
    return made.memoryCost < PARAMETERS.memoryCost || made.timeCost < PARAMETERS.timeCost;
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < AT_ONCE) this.running += 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Waits until one that is running hands its place over. */
  private turn(): Promise<void> {
    if (this.waiting.length >= WAITING_MAX) throw new Refusal('request.unavailable');
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

function peppered(password: string, pepper: string): string {
  return createHmac('sha256', pepper).update(passwordText(password)).digest('hex');
}

import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { networkOf } from '../../../platform/http/network-of.rules.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import { type Caller, type Limited, LimitsStore, SecretBox } from '../users/index.js';
import { type CodeName, CodesStore } from './codes.store.js';

const LIFE_MS = 600_000;
const DIGITS = 6;
/**
 * Of a code that is sent where the guesses at short ones are used up: strangers can use up all that they share, and so keep nobody out.
 * A million guesses at such codes are right once in a hundred million times.
 */
const LONG_DIGITS = 14;
const CODE = /^(?:[0-9]{6}|[0-9]{14})$/;
const DAY_SECONDS = 86_400;
/** Wrong tries at one code. */
const TRIES = [{ seconds: LIFE_MS / 1000, most: 5 }];
/** Wrong tries over all codes of one target and purpose: without this, new codes would bring new tries without end. */
const WRONG_WINDOWS = [
  { seconds: DAY_SECONDS, most: 10 },
  { seconds: 30 * DAY_SECONDS, most: 30 },
];

/**
 * Over all networks that try to register one contact, and over all that is known to a user whose password is to be set anew: without this,
 * many of them together would have as many tries as there are codes. Those who asked for the code and those who only guess at it have a sum each, so that the second leave
 * the first theirs.
 */
const SUM_WINDOWS = [
  { seconds: LIFE_MS / 1000, most: 25 },
  { seconds: DAY_SECONDS, most: 50 },
  { seconds: 30 * DAY_SECONDS, most: 150 },
];

/** Whether a text has the form of a code that may have been sent. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** Who tries a code. */
export interface CodeTry {
  /** Whose tries count together: the name of {@link KnownClients}, or that of the signed-in user. */
  by: string;
  /** What there may be many of, networks or devices: the tries of all that are called so add up, too. */
  sum?: string;
  /** Whose account the code is about; null where there is none. */
  userId: string | null;
  caller: Caller;
}

/** A code that was not looked at, as nobody has guesses left; whoever tries it learns no more than of a wrong one. */
export class GuessesUsedUp extends Refusal {
  constructor() {
    super('account.code-wrong');
  }
}

/** Codes of six digits that prove who reads a mailbox or a phone. */
@Injectable()
export class VerificationCodes {
  constructor(
    private readonly store: CodesStore,
    private readonly limits: LimitsStore,
    private readonly box: SecretBox,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  /** Makes a code; the one before it for the same target and purpose is gone. Only its digest is kept. */
  async issue(name: CodeName, askedFrom = '', { isLong = false } = {}): Promise<string> {
    const digits = isLong ? LONG_DIGITS : DIGITS;
    const code = randomInt(0, 10 ** digits)
      .toString()
      .padStart(digits, '0');
    const now = this.clock.now();
    const expiresAt = new Date(now + LIFE_MS);
    await this.store.put({
      ...name,
      hash: this.box.digest(...partsOf(name, code)),
      askedFrom,
      at: new Date(now),
      expiresAt,
    });
    return code;
  }

  /** Whether who asks for a code now, to type it anywhere, has no guess at a short one left. */
  async areGuessesUsedUp(name: CodeName, { by, sum }: Pick<CodeTry, 'by' | 'sum'>): Promise<boolean> {
    const now = new Date(this.clock.now());
    const counts = [
      wrongOf(name, by),
      ...(sum === undefined ? [] : [wrongSumOf(name, sum), wrongSumOf(name, sum, ASKER)]),
    ];
    for (const { limited, windows } of counts) if (!(await this.limits.hasPlace(limited, windows, now))) return true;
    return false;
  }

  async isLive(name: CodeName): Promise<boolean> {
    return (await this.store.live(name, new Date(this.clock.now()))) !== null;
  }

  /**
   * Looks at a code without using it up; a wrong one costs a try at once. Call before the transaction that uses it,
   * so that the try is counted whatever becomes of the transaction. Where no code is live nothing is guessed and
   * nothing is counted; tries are counted for each who tries, so that strangers use up none of the owner's. Those at a long code are
   * counted for each network and code alone.
   * @throws Refusal `account.code-required` for another form, `account.code-wrong` for every other cause; `GuessesUsedUp` is one.
   */
  async check(name: CodeName, code: string, tried: CodeTry): Promise<void> {
    if (!isCode(code)) throw new Refusal('account.code-required');
    const { by, caller, sum } = tried;
    const now = new Date(this.clock.now());
    const live = await this.store.live(name, now);
    if (!live) throw new Refusal('account.code-wrong');
    // Who asked for the code does not share its five tries with those who only guess at it.
    const asker = live.askedFrom === caller.ip ? ASKER : '';
    const tries = (who: string) => ({
      limited: { kind: 'code-tries', subject: `${live.hash.toString('hex')} ${who}${asker}` },
      windows: TRIES,
    });
    const counts: Count[] =
      code.length === LONG_DIGITS
        ? [tries(`${by} long ${networkOf(caller.ip)}`)]
        : [
            wrongOf(name, by),
            tries(by),
            // Last: what a network has used up for itself takes nothing from the sum.
            ...(sum === undefined ? [] : [wrongSumOf(name, sum, asker)]),
          ];
    for (const { limited, windows } of counts) {
      if ((await this.limits.take(limited, windows, now)) > 0) {
        await this.note(name, tried);
        throw new GuessesUsedUp();
      }
    }
    if (!this.box.isDigest(live.hash, ...partsOf(name, code))) {
      await this.note(name, tried);
      throw new Refusal('account.code-wrong');
    }
    for (const { limited } of counts) await this.limits.giveBack(limited, now);
  }

  /**
   * Uses the code up inside the transaction that it allows: of two that bring the same code one goes on.
   * @throws Refusal `account.code-wrong`.
   */
  async use(tx: Transaction, name: CodeName, code: string): Promise<void> {
    // Of a code that was sent before a change of keys the digest is a former one.
    for (const digest of this.box.digests(...partsOf(name, code))) {
      if (await this.store.use(tx, name, digest, new Date(this.clock.now()))) return;
    }
    throw new Refusal('account.code-wrong');
  }

  private async note({ purpose }: CodeName, { userId, caller }: CodeTry): Promise<void> {
    await this.noteIncident.execute({ kind: 'code-wrong', userId, caller, about: purpose });
  }
}

interface Count {
  limited: Limited;
  windows: typeof TRIES;
}

/** Added to the name of whoever asked for the code that is tried. */
const ASKER = ' asker';

function wrongOf({ purpose, target }: CodeName, by: string): Count {
  return { limited: { kind: 'code-wrong', subject: `${purpose} ${target} ${by}` }, windows: WRONG_WINDOWS };
}

function wrongSumOf({ purpose, target }: CodeName, sum: string, asker = ''): Count {
  return { limited: { kind: 'code-wrong-sum', subject: `${purpose} ${target} ${sum}${asker}` }, windows: SUM_WINDOWS };
}

/** What the digest of a code is made of. */
function partsOf({ target, purpose, confirms }: CodeName, code: string): string[] {
  return ['code', purpose, target, code, ...(confirms === undefined ? [] : [confirms])];
}

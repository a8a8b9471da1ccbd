import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { Clock } from '../../../platform/clock/clock.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { NoteIncident } from '../notices/index.js';
import { type Caller, type Limited, LimitsStore, SecretBox } from '../users/index.js';
import { type CodeName, CodesStore } from './codes.store.js';

const LIFE_MS = 600_000;
const CODE = /^[0-9]{6}$/;
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
  async issue(name: CodeName, askedFrom = ''): Promise<string> {
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
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

  async isLive(name: CodeName): Promise<boolean> {
    return (await this.store.live(name, new Date(this.clock.now()))) !== null;
  }

  /**
   * Looks at a code without using it up; a wrong one costs a try at once. Call before the transaction that uses it,
   * so that the try is counted whatever becomes of the transaction. Where no code is live nothing is guessed and
   * nothing is counted; tries are counted for each who tries, so that strangers use up none of the owner's.
   * @throws Refusal `account.code-required` for another form, `account.code-wrong` for every other cause.
   */
  async check(name: CodeName, code: string, tried: CodeTry): Promise<void> {
    if (!CODE.test(code)) throw new Refusal('account.code-required');
    const { by, caller, sum } = tried;
    const now = new Date(this.clock.now());
    const live = await this.store.live(name, now);
    if (!live) throw new Refusal('account.code-wrong');
    // Who asked for the code does not share its five tries with those who only guess at it.
    const asker = live.askedFrom === caller.ip ? ' asker' : '';
    const counts: { limited: Limited; windows: typeof TRIES }[] = [
      { limited: { kind: 'code-wrong', subject: `${name.purpose} ${name.target} ${by}` }, windows: WRONG_WINDOWS },
      { limited: { kind: 'code-tries', subject: `${live.hash.toString('hex')} ${by}${asker}` }, windows: TRIES },
      // Last: what a network has used up for itself takes nothing from the sum.
      ...(sum === undefined
        ? []
        : [
            {
              limited: { kind: 'code-wrong-sum', subject: `${name.purpose} ${name.target} ${sum}${asker}` },
              windows: SUM_WINDOWS,
            },
          ]),
    ];
    for (const { limited, windows } of counts) {
      if ((await this.limits.take(limited, windows, now)) > 0) throw await this.wrong(name, tried);
    }
    if (!this.box.isDigest(live.hash, ...partsOf(name, code))) throw await this.wrong(name, tried);
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

  private async wrong({ purpose }: CodeName, { userId, caller }: CodeTry): Promise<Refusal> {
    await this.noteIncident.execute({ kind: 'code-wrong', userId, caller, about: purpose });
    return new Refusal('account.code-wrong');
  }
}

/** What the digest of a code is made of. */
function partsOf({ target, purpose, confirms }: CodeName, code: string): string[] {
  return ['code', purpose, target, code, ...(confirms === undefined ? [] : [confirms])];
}

import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { OwnKey } from '../factories/api-keys.js';
import { type Answer, saysNothingDone, send, type Sent, sleep } from './calls.js';
import type { Person } from './people.js';
import { signedBy } from './signed-calls.js';

type Outcome = 'done' | 'refused' | 'unknown';

/** One line of the clients' log; `name` finds the command in the books again. */
export interface Logged<Kind extends string> {
  kind: Kind;
  name: string;
  outcome: Outcome;
  code: string;
  atOnce: boolean;
  sentMs: number;
  answeredMs: number;
}

/** A command on its way: what is sent, and what it is called in the books. */
export interface Wish<Kind extends string> {
  kind: Kind;
  name: string;
  path: string;
  verb?: string;
  fields: Record<string, string>;
  /** Signs it, each time anew; a session sends it else. */
  own?: OwnKey;
  /** Of a call that takes no key: the refusal by which a repetition learns that it was done; any other one says nothing then. */
  isDoneBy?: string;
}

/** What is under way at the end is asked only so often more. */
const TRIES = 200;

/** Clients that keep a log of what they sent and were answered, which is held against the books. */
export abstract class LoggedLoad<Kind extends string> {
  readonly log: Logged<Kind>[] = [];
  /** How long the slowest answer took, in milliseconds, and what was asked. */
  slowest = { ms: 0, path: '' };
  protected isOver = false;
  private turn = 0;
  private last = 60_000;

  constructor(
    protected readonly sql: Pool,
    protected readonly url: () => string,
    protected readonly random: () => number,
  ) {}

  end(): void {
    this.isOver = true;
  }

  count(holds: (entry: Logged<Kind>) => boolean): number {
    return this.log.filter(holds).length;
  }

  /** Holds the log against the books; answers what does not agree. */
  async wrong(): Promise<string[]> {
    const books = await this.books();
    const wrong: string[] = [];
    // What was refused may have been asked for again, by another command: an order can be cancelled until it is.
    const mayBeIn = new Set(this.log.filter(({ outcome }) => outcome !== 'refused').map(({ name }) => name));
    for (const entry of this.log) {
      const times = books.get(entry.name) ?? 0;
      const refused = mayBeIn.has(entry.name) ? [0, 1] : [0];
      const allowed = { done: [1], refused, unknown: [0, 1] }[entry.outcome];
      if (!allowed.includes(times)) wrong.push(`${JSON.stringify(entry)} is in the books ${times} times`);
    }
    const sent = new Set(this.log.map(({ name }) => name));
    for (const name of books.keys()) if (!sent.has(name)) wrong.push(`${name} was never sent`);
    return wrong;
  }

  /**
   * Holds the log against books that were put back to an earlier state: nothing is in them twice, and whatever was acknowledged before
   * something that is in them was sent is in them. Answers what does not agree, what is there, and what was acknowledged and is lost.
   */
  async putBack(): Promise<{ wrong: string[]; there: Logged<Kind>[]; lost: Logged<Kind>[] }> {
    const books = await this.books();
    const timesOf = ({ name }: Logged<Kind>) => books.get(name) ?? 0;
    const there = this.log.filter((entry) => timesOf(entry) > 0);
    const lost = this.log.filter((entry) => entry.outcome === 'done' && timesOf(entry) === 0);
    const newestMs = there.reduce((newest, { sentMs }) => Math.max(newest, sentMs), 0);
    const twice = there.filter((entry) => timesOf(entry) > 1);
    const gone = lost.filter(({ answeredMs }) => answeredMs < newestMs);
    const wrong = [
      ...twice.map((entry) => `${JSON.stringify(entry)} is in the books ${timesOf(entry)} times`),
      ...gone.map((entry) => `${JSON.stringify(entry)} is gone, and later ones are there`),
    ];
    return { wrong, there, lost };
  }

  /** How often each command is in the books, by its name. */
  protected abstract books(): Promise<Map<string, number>>;

  /** Half of the clients ask again with the same key until they know; half give up, as people do. */
  protected async perform(person: Person, wish: Wish<Kind>): Promise<Outcome> {
    const { kind, name, isDoneBy } = wish;
    const sentMs = Date.now();
    const key = randomBytes(12).toString('hex');
    let answer = await this.timed(person, wish, key);
    const isNothing = saysNothingDone(answer);
    const most = this.random() < 0.5 && !isNothing ? TRIES : 0;
    let tries = 0;
    for (; !isKnown(answer) && tries < most; tries += 1) {
      await sleep(100);
      answer = await this.timed(person, wish, key);
    }
    const outcome = isNothing ? 'refused' : outcomeOf(answer, tries > 0 ? isDoneBy : undefined);
    this.log.push({
      kind,
      name,
      outcome,
      code: answer?.code ?? '',
      atOnce: tries === 0,
      sentMs,
      answeredMs: Date.now(),
    });
    return outcome;
  }

  private async timed({ token }: Person, { path, fields, verb, own }: Wish<Kind>, key: string): Promise<Answer> {
    const began = performance.now();
    const given = verb === undefined ? {} : { verb };
    const sent: Sent = own ? signedBy(own, { path, fields, key, ...given }) : { token, key, fields, ...given };
    const answer = await send(this.url(), path, sent);
    const ms = performance.now() - began;
    if (ms > this.slowest.ms) this.slowest = { ms, path };
    return answer;
  }

  /** Rows of two columns, `name` and `count`. */
  protected async counted(text: string): Promise<Map<string, number>> {
    const found = await this.rows<{ name: string; count: number }>(text);
    return new Map(found.map(({ name, count }) => [name, count]));
  }

  protected async rows<Row extends object>(text: string): Promise<Row[]> {
    return (await this.sql.query<Row>(text)).rows;
  }

  protected async watchPrice(): Promise<void> {
    while (!this.isOver) {
      const found = await this.rows<{ last: number }>(
        'select last::float8 as last from price_sample where market_id = 1 and last is not null order by second desc limit 1',
      ).catch(() => []);
      if (found[0]) this.last = found[0].last;
      await sleep(1000);
    }
  }

  protected next(): number {
    this.turn += 1;
    return this.turn;
  }

  /** A price no further away than this part of the last one. */
  protected near(ratio: number): string {
    return this.off((this.random() * 2 - 1) * ratio);
  }

  protected off(ratio: number): string {
    return (this.last * (1 + ratio)).toFixed(2);
  }
}

/** Decimal text as the books write it: no zeros at its end. */
export function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

function outcomeOf(answer: Answer, isDoneBy: string | undefined): Outcome {
  if (!isKnown(answer)) return 'unknown';
  if (answer?.type === 'ok' || (isDoneBy !== undefined && answer?.code === isDoneBy)) return 'done';
  return isDoneBy === undefined ? 'refused' : 'unknown';
}

/** Of a command that was sent before, "unavailable" says nothing; "outcome unknown" never does. */
function isKnown(answer: Answer): boolean {
  return answer !== null && answer.status === 200 && answer.code !== 'request.outcome-unknown';
}

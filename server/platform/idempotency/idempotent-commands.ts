import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { RefusalCode } from '../../contract/errors.js';
import { Clock } from '../clock/clock.js';
import { Config, type Configuration } from '../config/config.js';
import {
  isClockAhead,
  isConnectionLoss,
  isTimeLimit,
  isWithoutConnection,
  isWorthAnotherTry,
  NoConnection,
  sqlStateOf,
  type Transaction,
} from '../database/transaction.js';
import { storedJsonText } from '../database/stored-json.js';
import { Transactions } from '../database/transactions.store.js';
import { Refusal } from '../http/refusal.js';
import { isRepetition, sayClosed } from '../http/repeated-command.js';
import { type AskedCommand, type Claim, type Command, claimOf } from './command-key.js';
import { IdempotencyStore } from './idempotency.store.js';

/** Runs of a command whose connection broke: with its key, running it again finds out what happened. */
const RUNS = 3;
const PAUSE_MS = 200;
/** Who has waited for so long is answered soon: there is no pause before another run, and no further wait to connect. */
const WAIT_MS = 3000;

/**
 * Runs each command once, however often it is sent. The key, the command's effect and its reply are written in one
 * transaction, so they are all there or none is. A refusal leaves nothing behind, not even the key.
 *
 * A refusal leaves nothing behind, so a first try that is still on its way could be done after its repetition was refused.
 * A caller that says it repeats what it had no answer to (`isRepetition`) has the key closed by its refusal: the try that
 * comes later is refused, too, and the caller may forget the key.
 *
 * Keys belong to one user and one route, are kept for at least 24 hours, and work across restarts and processes.
 */
@Injectable()
export class IdempotentCommands {
  private readonly running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly store: IdempotencyStore,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Runs the work in a transaction, or answers what it replied when this command was done before. The work may be run
   * several times before it succeeds, so it must have no effect outside `tx`, nor wait for Redis, mail or HTTP.
   * @returns what the work replied, as it looks after a way through JSON: the same at every repetition.
   * @throws Refusal of the work; `request.key-reused` for a key that came with another body; `request.unavailable`
   * when nothing was done; `request.outcome-unknown` when only a repetition can tell.
   */
  async run<Reply = void>(command: Command<Reply>, work: (tx: Transaction) => Promise<Reply>): Promise<Reply> {
    const claim = await this.claimOf(command);
    let finished = false;
    const progress = begun();
    const text = await settle(
      () =>
        this.transactions.run(async (tx) => {
          finished = false;
          const known = await this.store.claim(tx, claim);
          const reply = known ?? JSON.stringify(await work(tx));
          if (known === null) await this.store.complete(tx, claim, reply ?? 'null');
          finished = true;
          return reply ?? 'null';
        }),
      () => finished,
      progress,
    ).catch((error: unknown) => this.closing(claim, error, progress));
    return replyFrom(command, text);
  }

  /**
   * The same for a command that is one call of a stored function, in one round trip. The function begins with
   * `idempotency_claim(…claim.given, reply)`, where the reply is what a repetition is to answer, as JSON without words
   * for the user, and ends there when it was not claimed. `wallet_transfer` is the model, `option_buy` for a command
   * with an answer. What the statement refuses before its call is not refused to a repetition.
   */
  async call<Reply = void>(
    command: Command<Reply>,
    statement: (tx: Transaction, claim: Claim) => Promise<Reply>,
  ): Promise<Reply> {
    const claim = await this.claimOf(command);
    const progress = begun();
    try {
      return await settle(
        () => this.transactions.runStatement((tx) => statement(tx, claim)),
        () => true,
        progress,
      );
    } catch (error) {
      // What was checked before the call may have changed since the command was done, by the command itself even.
      const known = error instanceof Refusal ? await this.store.find(claim).catch(() => null) : null;
      if (known !== null) return replyFrom(command, known);
      return replyFrom(command, await this.closing(claim, error, progress));
    }
  }

  /**
   * {@link run} for a command that first checks what can be checked only once or costs a try when it is wrong: codes,
   * fund passwords. A repetition answers the stored reply and checks nothing; one that fails its checks because the
   * first run has just used them up does so too. Copies that come while the first one is at it get its outcome,
   * whichever it is: however many there are, they are one try.
   */
  async runAfter<Reply = void>(
    command: Command<Reply>,
    checks: () => Promise<void>,
    work: (tx: Transaction) => Promise<Reply>,
  ): Promise<Reply> {
    const claim = await this.claimOf(command);
    const known = await this.store.find(claim);
    if (known !== null) return replyFrom(command, known);
    return this.together(claim, () => this.checkAndRun(command, checks, work));
  }

  private async checkAndRun<Reply>(
    command: Command<Reply>,
    checks: () => Promise<void>,
    work: (tx: Transaction) => Promise<Reply>,
  ): Promise<Reply> {
    try {
      await checks();
    } catch (error) {
      const claim = await this.claimOf(command);
      const meanwhile = (await this.store.find(claim)) ?? (await this.closing(claim, error));
      return replyFrom(command, meanwhile);
    }
    return this.run(command, work);
  }

  /** One at a time in this process of those that are the same command with the same body. */
  private together<Reply>({ given }: Claim, run: () => Promise<Reply>): Promise<Reply> {
    const { user, route, key, fingerprint } = given;
    const name = JSON.stringify([user, route, key, fingerprint.toString('hex')]);
    const begun = this.running.get(name) as Promise<Reply> | undefined;
    if (begun) return begun;
    const running = run().finally(() => this.running.delete(name));
    this.running.set(name, running);
    return running;
  }

  /**
   * What this command replied when it was done before. For a command that is refused before it gets here.
   * @throws the refusal when it was not done
   */
  async replyOr<Reply>(command: Command<Reply>, refusal: unknown): Promise<Reply> {
    const claim = await this.claimOf(command);
    const known = (await this.store.find(claim)) ?? (await this.closing(claim, refusal));
    return replyFrom(command, known);
  }

  /**
   * After the failure of a command of which nobody knows whether an earlier try is done: a repetition, or a run of ours whose
   * connection broke while it was at it. Closes the key, so that nothing comes of that try any more, and tells a caller
   * that repeats; or answers what that try, done meanwhile, replied.
   * @throws the failure, of whatever was tried once as well; `request.outcome-unknown` where a run of ours stays open
   */
  private async closing(claim: Claim, failure: unknown, { isOpen } = begun()): Promise<string> {
    const isOwnKey = claim.given.windowSeconds === null;
    const isRepeated = isOwnKey && isRepetition(claim.key.replace(/^key:/, ''));
    if (!(isOpen || isRepeated) || isUnsettled(failure)) throw failure;
    // An earlier try may not have come to its key yet, and is not to be stopped: who repeats asks again, until it has.
    if (isRepeated && this.clock.now() <= (claim.waitsUntil ?? 0)) throw new Refusal('request.outcome-unknown');
    // A key that we derive is free again soon, so closing it would refuse the next press and prove nothing of this one.
    const closed = isOwnKey
      ? await this.store.close(claim).then(
          (reply) => ({ reply }),
          () => null,
        )
      : null;
    // Left open: who repeats is told nothing, and goes on repeating.
    if (closed === null) throw isOpen ? new Refusal('request.outcome-unknown') : failure;
    if (closed.reply !== null) return closed.reply;
    if (isRepeated) sayClosed();
    throw failure;
  }

  /** The claim under the key of today; while keys change, the one under which the command was done before. */
  private async claimOf(command: AskedCommand): Promise<Claim> {
    // Begins nothing while this process does not know what time it is: another one serves, or this one soon.
    if (!this.clock.isRight()) throw new Refusal('request.unavailable');
    const { SECRET_KEY, FORMER_SECRET_KEYS = [] } = this.config.values as Pick<Configuration, 'SECRET_KEY'> &
      Partial<Pick<Configuration, 'FORMER_SECRET_KEYS'>>;
    const now = this.clock.now();
    const [own, ...formers] = [SECRET_KEY, ...FORMER_SECRET_KEYS].map((secret) => claimOf(command, secret, now)) as [
      Claim,
      ...Claim[],
    ];
    const besides = (claim: Claim) =>
      [own, ...formers].filter((other) => other !== claim).map(({ given: { fingerprint } }) => fingerprint);
    for (const claim of formers) {
      const isTaken = await settle(
        () => this.store.isTaken(claim),
        () => false,
      );
      if (isTaken) return { ...claim, others: besides(claim) };
    }
    return formers.length === 0 ? own : { ...own, others: besides(own) };
  }
}

/**
 * What a command replied goes to whoever sends it again as it stands.
 * @throws Error for what is no reply of this command: nobody is told anything that it does not say.
 */
function replyFrom<Reply>(command: Command<Reply>, text: string): Reply {
  const { reply } = command as { reply?: z.ZodType<Reply> };
  // Without one it replies nothing, and nothing is read.
  return reply === undefined ? (undefined as Reply) : storedJsonText(reply, text, 'idempotent_command.reply');
}

/** Failures that say nothing of what is done under the key. */
const UNSETTLED: ReadonlySet<string> = new Set<RefusalCode>([
  'request.unavailable',
  'request.outcome-unknown',
  'request.key-reused',
]);

function isUnsettled(failure: unknown): boolean {
  return failure instanceof Refusal && UNSETTLED.has(failure.code);
}

/** What is known of a command's runs. */
interface Progress {
  /** A run may have been done, or may still be. What it has done, a later one that failed before has not undone. */
  isOpen: boolean;
}

const begun = (): Progress => ({ isOpen: false });

/** Runs a command to a known outcome, as far as that is possible. */
async function settle<Answer>(
  run: () => Promise<Answer>,
  mayBeDone: () => boolean,
  progress = begun(),
): Promise<Answer> {
  const began = performance.now();
  const unsettled = () => new Refusal(progress.isOpen ? 'request.outcome-unknown' : 'request.unavailable');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (sqlStateOf(error) === 'ID001') throw new Refusal('request.key-reused');
      if (sqlStateOf(error) === 'ID002') throw new Refusal('request.refused-before');
      if (isTimeLimit(error) || isClockAhead(error) || isWorthAnotherTry(error)) throw unsettled();
      if (!isConnectionLoss(error)) throw error;
      progress.isOpen ||= !isWithoutConnection(error) && mayBeDone();
      const isLate = performance.now() - began > WAIT_MS;
      const isOfNoUse = error instanceof NoConnection || (isLate && isWithoutConnection(error));
      if (attempt === RUNS || isOfNoUse) throw unsettled();
      if (!isLate) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
    }
  }
}

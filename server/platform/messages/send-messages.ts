import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { DependencyAway, RefusedByDependency } from '../health/breaker.js';
import type { Loop } from '../loop/loop.js';
import { Loops } from '../loop/loops.js';
import { Metrics } from '../metrics/metrics.js';
import { Unanswered } from '../outside/call-outside.js';
import { MessageOutlet } from './message-outlet.js';
import { MessageSeal } from './message-seal.js';
import { type Lane, LANES, MailSender, type Message, messageKey, type MessageOutcome, SmsSender } from './messages.js';
import { type ClaimedMessage, MessagesStore } from './messages.store.js';

const { atOnce, firstPauseMs, pauseMostMs, awayMs, claimMs, unansweredMost } = DEPENDENCY_LIMITS.messages;
const EVERY_MS = 500;
const COUNT_EVERY_MS = 5000;

/** What messages are sent with. */
@Injectable()
export class MessageSenders {
  private readonly senders: Record<Lane, MailSender | SmsSender>;

  constructor(
    mail: MailSender,
    sms: SmsSender,
    private readonly seal: MessageSeal,
  ) {
    this.senders = { mail, sms };
  }

  /** @throws Error when it was not accepted, or cannot be opened. */
  async send(lane: Lane, { id, createdAt, kind, sealed }: ClaimedMessage): Promise<void> {
    // Numbers come again where the database was set back; together with the instant they do not.
    const key = messageKey('outgoing', id, createdAt.toISOString());
    await this.senders[lane].send(this.opened({ lane, kind }, sealed), key);
  }

  private opened(of: { lane: Lane; kind: string }, sealed: Buffer): Message {
    try {
      return this.seal.open(sealed, of);
    } catch (error) {
      // Another try opens it no better: it was sealed under a key that is gone, or changed by hand.
      throw new RefusedByDependency('A message cannot be opened', { cause: error });
    }
  }
}

/**
 * Sends what waits, in every worker: a row is claimed, sent, and noted. A worker that dies between the last two sends it a second
 * time, under the same key; nothing is lost. While a server is away its messages wait as long as they are of use. One that was handed
 * over and of which nobody said whether it was taken is tried a few times only: a person may have it each time.
 */
@Injectable()
export class SendMessages implements OnModuleDestroy {
  private readonly logger = new Logger('Messages');
  private readonly loops: Record<Lane, Loop>;
  private isEnding = false;

  constructor(
    loops: Loops,
    outlet: MessageOutlet,
    private readonly store: MessagesStore,
    private readonly senders: MessageSenders,
    private readonly metrics: Metrics,
  ) {
    const ofLane = (lane: Lane): Loop => {
      const loop: Loop = loops.add({
        name: `messages.${lane}`,
        role: 'worker',
        everyMs: EVERY_MS,
        atStart: true,
        round: () => this.sendDue(lane),
        listen: () => outlet.onPosted((posted) => (posted === lane ? loop.wake() : undefined)),
      });
      return loop;
    };
    this.loops = { mail: ofLane('mail'), sms: ofLane('sms') };
    loops.add({ name: 'messages.waiting', role: 'worker', everyMs: COUNT_EVERY_MS, round: () => this.count() });
  }

  /** The round that runs ends with the messages that it has. */
  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** Sends all that is due now. */
  async execute(): Promise<void> {
    await Promise.all(LANES.map((lane) => this.loops[lane].run()));
  }

  private async sendDue(lane: Lane): Promise<void> {
    for (;;) {
      const claimed = await this.store.claim(lane, atOnce, claimMs);
      const went = await Promise.all(claimed.map((message) => this.send(lane, message)));
      if (this.isEnding || claimed.length < atOnce || went.includes('away')) return;
    }
  }

  /** @returns `away` where nobody asked the server. */
  private async send(lane: Lane, message: ClaimedMessage): Promise<MessageOutcome | 'away' | 'again'> {
    const { id, kind, tries, isLate } = message;
    if (isLate) {
      this.logger.error(`A message of kind ${kind} was of no use any more before it could be sent`);
      return this.end(lane, message, 'expired');
    }
    try {
      await this.senders.send(lane, message);
    } catch (error) {
      if (error instanceof DependencyAway) {
        await this.store.putOff(id, awayMs, 'none');
        return 'away';
      }
      this.logger.error(`A message of kind ${kind} was not sent (attempt ${tries}): ${reasonOf(error)}`);
      if (error instanceof RefusedByDependency) return this.end(lane, message, 'refused');
      this.metrics.messageFailures.inc({ lane });
      const isUnanswered = error instanceof Unanswered;
      if (isUnanswered && message.unanswered + 1 >= unansweredMost) return this.end(lane, message, 'unanswered');
      const pauseMs = Math.min(firstPauseMs * 2 ** (tries - 1), pauseMostMs);
      await this.store.putOff(id, pauseMs, isUnanswered ? 'unanswered' : 'failed');
      return 'again';
    }
    return this.end(lane, message, 'sent');
  }

  private async end(lane: Lane, { id, kind }: ClaimedMessage, outcome: MessageOutcome): Promise<MessageOutcome> {
    await this.store.end(id, outcome);
    this.metrics.messages.inc({ lane, kind, outcome });
    return outcome;
  }

  private async count(): Promise<void> {
    const found = await this.store.waiting();
    for (const lane of LANES) {
      const { waiting = 0, ageSeconds = 0 } = found.find((one) => one.lane === lane) ?? {};
      this.metrics.messagesWaiting.set({ lane }, waiting);
      this.metrics.messagesOldestSeconds.set({ lane }, ageSeconds);
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

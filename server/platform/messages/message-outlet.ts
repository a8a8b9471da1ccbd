import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { DependencyAway } from '../health/breaker.js';
import { MailSender, type Message, SmsSender } from './messages.js';

const { waitingMost, atOnce, tries, firstPauseMs, keptMs } = DEPENDENCY_LIMITS.messages;
/** Between two looks whether a server that is left alone may be tried again. */
const LOOK_EVERY_MS = 250;

/** Mail or text messages: each waits for its own kind alone. */
interface Lane {
  sender: MailSender | SmsSender;
  waiting: { message: Message; since: number }[];
  senders: Set<Promise<void>>;
}

/**
 * Sends messages behind the request's back, once its transaction is committed: nobody waits for a mail server, and
 * the time of a reply does not tell whether something was sent. While a server is left alone its messages wait, as long as they are
 * of use. What is lost with the process is asked for again.
 */
@Injectable()
export class MessageOutlet implements OnApplicationShutdown {
  private readonly logger = new Logger('Messages');
  private readonly end = new AbortController();
  private readonly mail: Lane;
  private readonly sms: Lane;

  constructor(
    mail: MailSender,
    sms: SmsSender,
    private readonly clock: Clock,
  ) {
    this.mail = { sender: mail, waiting: [], senders: new Set() };
    this.sms = { sender: sms, waiting: [], senders: new Set() };
  }

  /** Takes the message over. Call after the commit. A full queue drops it with an error in the log. */
  post(message: Message): void {
    const lane = message.to.includes('@') ? this.mail : this.sms;
    if (lane.waiting.length >= waitingMost) {
      this.logger.error(`Too many messages wait to be sent; one of kind ${message.kind} was dropped`);
      return;
    }
    lane.waiting.push({ message, since: this.clock.now() });
    if (lane.senders.size >= atOnce) return;
    const sender = this.sendWaiting(lane).finally(() => lane.senders.delete(sender));
    lane.senders.add(sender);
  }

  async onApplicationShutdown(): Promise<void> {
    this.end.abort();
    await this.whenSent();
  }

  /** Resolves when nothing is under way. */
  async whenSent(): Promise<void> {
    await Promise.all([...this.mail.senders, ...this.sms.senders]);
  }

  private async sendWaiting(lane: Lane): Promise<void> {
    for (let next = lane.waiting.shift(); next; next = lane.waiting.shift()) await this.send(lane, next);
  }

  private async send({ sender }: Lane, { message, since }: Lane['waiting'][number]): Promise<void> {
    let attempt = 1;
    while (attempt <= tries) {
      try {
        await sender.send(message);
        return;
      } catch (error) {
        const isAway = error instanceof DependencyAway;
        if (!isAway) this.complain(message, attempt, error);
        if (isAway && this.clock.now() - since > keptMs) {
          this.logger.error(`A message of kind ${message.kind} waited too long for its server and was dropped`);
          return;
        }
        if (!isAway) attempt += 1;
        if (attempt > tries || !(await this.rest(isAway ? LOOK_EVERY_MS : firstPauseMs * 2 ** (attempt - 1)))) return;
      }
    }
  }

  private complain({ kind }: Message, attempt: number, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.error(`A message of kind ${kind} was not sent (attempt ${attempt}): ${reason}`);
  }

  /** @returns false when the process ends. */
  private async rest(milliseconds: number): Promise<boolean> {
    if (this.end.signal.aborted) return false;
    return pause(milliseconds, true, { signal: this.end.signal }).catch(() => false);
  }
}

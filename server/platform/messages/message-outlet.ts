import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { MailSender, type Message, SmsSender } from './messages.js';

const WAITING_MAX = 1000;
const AT_ONCE = 4;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;

/**
 * Sends messages behind the request's back, once its transaction is committed: nobody waits for a mail server, and
 * the time of a reply does not tell whether something was sent. What is lost with the process is asked for again.
 */
@Injectable()
export class MessageOutlet implements OnApplicationShutdown {
  private readonly logger = new Logger('Messages');
  private readonly waiting: Message[] = [];
  private readonly senders = new Set<Promise<void>>();
  private isClosed = false;

  constructor(
    private readonly mail: MailSender,
    private readonly sms: SmsSender,
  ) {}

  /** Takes the message over. Call after the commit. A full queue drops it with an error in the log. */
  post(message: Message): void {
    if (this.waiting.length >= WAITING_MAX) {
      this.logger.error(`Too many messages wait to be sent; one of kind ${message.kind} was dropped`);
      return;
    }
    this.waiting.push(message);
    if (this.senders.size >= AT_ONCE) return;
    const sender = this.sendWaiting().finally(() => this.senders.delete(sender));
    this.senders.add(sender);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.senders);
  }

  private async sendWaiting(): Promise<void> {
    for (let message = this.waiting.shift(); message; message = this.waiting.shift()) await this.send(message);
  }

  private async send(message: Message): Promise<void> {
    const sender = message.to.includes('@') ? this.mail : this.sms;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        await sender.send(message);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.logger.error(`A message of kind ${message.kind} was not sent (attempt ${attempt}): ${reason}`);
        if (this.isClosed) return;
        if (attempt < ATTEMPTS) await pause(FIRST_PAUSE_MS * 2 ** attempt);
      }
    }
  }
}

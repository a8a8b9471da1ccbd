import type { OnApplicationShutdown } from '@nestjs/common';
import type { Breaker } from '../health/breaker.js';
import { MailSender, type Message, SmsSender } from './messages.js';

/** E-mail, behind a breaker: a server that is down is not asked again for every message. */
export class GuardedMailSender extends MailSender implements OnApplicationShutdown {
  constructor(
    private readonly sender: MailSender,
    private readonly breaker: Breaker,
  ) {
    super();
  }

  /** @throws DependencyAway where nobody asked it. */
  send(message: Message, key: string): Promise<void> {
    return this.breaker.call(() => this.sender.send(message, key));
  }

  override close(): void {
    this.sender.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

/** Text messages, likewise. */
export class GuardedSmsSender extends SmsSender {
  constructor(
    private readonly sender: SmsSender,
    private readonly breaker: Breaker,
  ) {
    super();
  }

  /** @throws DependencyAway where nobody asked it. */
  send(message: Message, key: string): Promise<void> {
    return this.breaker.call(() => this.sender.send(message, key));
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import type { Configuration } from '../config/config.js';
import { Breakers, RefusedByDependency } from '../health/breaker.js';
import { DevelopmentMailbox } from './development-mailbox.js';
import { reachOf } from '../outside/reach.js';
import { GuardedMailSender, GuardedSmsSender } from './guarded-senders.js';
import { HttpSmsSender } from './http-sms-sender.js';
import { MailboxController } from './mailbox.controller.js';
import { MessageOutlet } from './message-outlet.js';
import { MessageSeal } from './message-seal.js';
import { MessageSenders, SendMessages } from './send-messages.js';
import { MessagesStore } from './messages.store.js';
import { MailSender, SmsSender } from './messages.js';
import { SmtpMailSender } from './smtp-mail-sender.js';

/** Stands where nothing is configured to send with. */
class NoSender implements MailSender, SmsSender {
  /** Another try would find none either. */
  send(): Promise<void> {
    return Promise.reject(new RefusedByDependency('No server for such messages is configured (SMTP_URL, SMS_URL)'));
  }

  close(): void {}
}

/** Mail and text messages: {@link MessageOutlet} is injectable everywhere, and {@link MailSender} for who has to know that it was accepted. */
@Module({})
export class MessagesModule {
  static with(values: Configuration): DynamicModule {
    const hasMailbox = values.NODE_ENV !== 'production' && values.DEVELOPMENT_MAILBOX;
    const fallback = (mailbox: DevelopmentMailbox) => (hasMailbox ? mailbox : new NoSender());
    return {
      module: MessagesModule,
      global: true,
      controllers: hasMailbox ? [MailboxController] : [],
      providers: [
        {
          provide: DevelopmentMailbox,
          inject: [Clock],
          useFactory: (clock: Clock) => new DevelopmentMailbox(values.DATA_FOLDER, clock),
        },
        {
          provide: MailSender,
          inject: [DevelopmentMailbox, Breakers],
          useFactory: (mailbox: DevelopmentMailbox, breakers: Breakers) =>
            values.SMTP_URL
              ? new GuardedMailSender(new SmtpMailSender(values.SMTP_URL, values.MAIL_FROM), breakers.of('mail'))
              : fallback(mailbox),
        },
        {
          provide: SmsSender,
          inject: [DevelopmentMailbox, Breakers],
          useFactory: (mailbox: DevelopmentMailbox, breakers: Breakers) =>
            values.SMS_URL
              ? new GuardedSmsSender(
                  new HttpSmsSender(values.SMS_URL, values.SMS_TOKEN, reachOf(values)),
                  breakers.of('sms'),
                )
              : fallback(mailbox),
        },
        MessagesStore,
        MessageSeal,
        MessageOutlet,
        MessageSenders,
        SendMessages,
      ],
      exports: [MailSender, MessageOutlet],
    };
  }
}

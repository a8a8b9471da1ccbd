import { createHash } from 'node:crypto';

/** A message to a person. */
export interface Message {
  /** E-mail address, or phone in E.164. */
  to: string;
  /** What it is about: a code's purpose, or a notice's kind. */
  kind: string;
  /** Of an e-mail only. */
  subject: string;
  text: string;
  /** The code in the text, if there is one; never logged, never in a reply. */
  code: string | null;
}

/** Mail and text messages go each their own way, so that neither waits for the other's server. */
export const LANES = ['mail', 'sms'] as const;
export type Lane = (typeof LANES)[number];

export function laneOf({ to }: Pick<Message, 'to'>): Lane {
  return to.includes('@') ? 'mail' : 'sms';
}

/**
 * How a message ended. `unanswered`: it was handed over several times, and nobody said whether it was taken. `nobody`: it had no reader
 * from the beginning.
 */
export type MessageOutcome = 'sent' | 'expired' | 'refused' | 'unanswered' | 'nobody';

/** A name for a message that is the same at each try. It is a digest, so that it tells nobody how many messages there are. */
export function messageKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** Sends e-mail. */
export abstract class MailSender {
  /**
   * @param key the same at each try of the message ({@link messageKey}): whoever gets it twice can tell.
   * @throws Error when the message was not accepted; it may be sent again then.
   */
  abstract send(message: Message, key: string): Promise<void>;

  /** Gives up the connections that it keeps. */
  close(): void {}
}

/** Sends text messages. */
export abstract class SmsSender {
  /**
   * @param key likewise.
   * @throws Unanswered when nobody said whether it was accepted; Error when it was not; it may be sent again then.
   */
  abstract send(message: Message, key: string): Promise<void>;
}

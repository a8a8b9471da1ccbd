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

/** How a message ended. `nobody`: it had no reader from the beginning. */
export type MessageOutcome = 'sent' | 'expired' | 'refused' | 'nobody';

/** Sends e-mail. */
export abstract class MailSender {
  /** @throws Error when the message was not accepted; it may be sent again then. */
  abstract send(message: Message): Promise<void>;

  /** Gives up the connections that it keeps. */
  close(): void {}
}

/** Sends text messages. */
export abstract class SmsSender {
  /** @throws Error when the message was not accepted; it may be sent again then. */
  abstract send(message: Message): Promise<void>;
}

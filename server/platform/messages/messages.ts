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

/** Sends e-mail. */
export abstract class MailSender {
  /** @throws Error when the message was not accepted; it may be sent again then. */
  abstract send(message: Message): Promise<void>;
}

/** Sends text messages. */
export abstract class SmsSender {
  /** @throws Error when the message was not accepted; it may be sent again then. */
  abstract send(message: Message): Promise<void>;
}

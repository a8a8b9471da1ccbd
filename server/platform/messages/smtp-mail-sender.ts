import { createTransport, type Transporter } from 'nodemailer';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { PutOffByDependency, RefusedByDependency } from '../health/breaker.js';
import { MailSender, type Message } from './messages.js';

/**
 * E-mail over SMTP. Header fields are written by the library, which lets no line break through. Every try of a message has the same
 * Message-ID, by which mailboxes know what they have.
 */
export class SmtpMailSender extends MailSender {
  private readonly transport: Transporter;
  private readonly wholeMs: number;

  constructor(
    url: string,
    private readonly from: string,
    { silenceMs, wholeMs }: { silenceMs: number; wholeMs: number } = DEPENDENCY_LIMITS.mail,
  ) {
    super();
    this.wholeMs = wholeMs;
    const address = new URL(url);
    this.transport = createTransport({
      host: address.hostname,
      port: Number.parseInt(address.port || (address.protocol === 'smtps:' ? '465' : '587'), 10),
      // Connections are kept: a greeting, TLS and a login for each message would be most of the work.
      pool: true,
      maxConnections: DEPENDENCY_LIMITS.messages.atOnce,
      secure: address.protocol === 'smtps:',
      auth: address.username
        ? { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) }
        : undefined,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  override close(): void {
    this.transport.close();
  }

  async send({ to, subject, text }: Message, key: string): Promise<void> {
    const messageId = `<${key}@${domainOf(this.from).split('>', 1).join('')}>`;
    const mail = { from: this.from, to: { name: '', address: to }, subject, text, messageId };
    // A server that says a little again and again is never silent: the whole has an end, and so has its connection.
    const signal = AbortSignal.timeout(this.wholeMs);
    try {
      await this.transport.sendMail({ ...mail, signal });
    } catch (error) {
      if (isRefusal(error))
        throw new RefusedByDependency('The mail server does not take this recipient', { cause: error });
      if (isOfRecipient(error))
        throw new PutOffByDependency('The mail server does not take this message now', domainOf(to), { cause: error });
      throw error;
    }
  }
}

/** What the server has answered, in which part of the conversation; 0: nothing. */
function answerOf(error: unknown): { code: string; answer: number; command: string } {
  if (!(error instanceof Error)) return { code: '', answer: 0, command: '' };
  const { code, responseCode, command } = error as Error & Record<'code' | 'responseCode' | 'command', unknown>;
  return { code: String(code), answer: typeof responseCode === 'number' ? responseCode : 0, command: String(command) };
}

/**
 * A final no to this one recipient, an address that is none, say: the server itself is well. A no to the sender or to the content is
 * none: the server says it to one message after the other once our account there is closed.
 */
function isRefusal(error: unknown): boolean {
  const { answer } = answerOf(error);
  return isOfRecipient(error) && answer >= 500;
}

/** About this one recipient, whose mailbox is full, or whom the server does not know. It leaves with 421: that is its own. */
function isOfRecipient(error: unknown): boolean {
  const { code, answer, command } = answerOf(error);
  return code === 'EENVELOPE' && command === 'RCPT TO' && answer >= 400 && answer !== 421;
}

/** Many addresses are one person's, or one server's that says not now to each. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

import { createTransport, type Transporter } from 'nodemailer';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { RefusedByDependency } from '../health/breaker.js';
import { MailSender, type Message } from './messages.js';

/** E-mail over SMTP. Header fields are written by the library, which lets no line break through. */
export class SmtpMailSender extends MailSender {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
    silenceMs: number = DEPENDENCY_LIMITS.mail.silenceMs,
  ) {
    super();
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

  async send({ to, subject, text }: Message): Promise<void> {
    try {
      await this.transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new RefusedByDependency('The mail server does not take this message', { cause: error });
    }
  }
}

/** A final no to this one message, an address that is none, say: the server itself is well. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return (
    code >= 500 && error instanceof Error && 'code' in error && ['EENVELOPE', 'EMESSAGE'].includes(String(error.code))
  );
}

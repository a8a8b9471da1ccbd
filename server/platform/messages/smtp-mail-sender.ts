import { createTransport, type Transporter } from 'nodemailer';
import { MailSender, type Message } from './messages.js';

const LIMIT_MS = 10_000;

/** E-mail over SMTP. Header fields are written by the library, which lets no line break through. */
export class SmtpMailSender extends MailSender {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    const address = new URL(url);
    this.transport = createTransport({
      host: address.hostname,
      port: Number.parseInt(address.port || (address.protocol === 'smtps:' ? '465' : '587'), 10),
      secure: address.protocol === 'smtps:',
      auth: address.username
        ? { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) }
        : undefined,
      connectionTimeout: LIMIT_MS,
      greetingTimeout: LIMIT_MS,
      socketTimeout: LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send({ to, subject, text }: Message): Promise<void> {
    await this.transport.sendMail({ from: this.from, to: { name: '', address: to }, subject, text });
  }
}

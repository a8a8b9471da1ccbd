import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const PATIENCE_MS = 60_000;

/** A message that the product has sent. */
export interface Sent {
  to: string;
  text: string;
}

/** Takes every mail and text message that the product sends, and sends none on. */
export class Post {
  private constructor(
    private readonly all: readonly Sent[],
    private readonly mail: SMTPServer,
    private readonly texts: Server,
  ) {}

  static async open(): Promise<Post> {
    const all: Sent[] = [];
    const mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const text = readable(Buffer.concat(parts).toString());
          for (const { address } of session.envelope.rcptTo) all.push({ to: address, text });
          done();
        });
      },
    });
    const texts = createServer((request, reply) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        all.push(JSON.parse(body) as Sent);
        reply.end('{}');
      });
    });
    await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done));
    await new Promise<void>((done) => texts.listen(0, '127.0.0.1', done));
    return new Post(all, mail, texts);
  }

  get smtpUrl(): string {
    return `smtp://127.0.0.1:${(this.mail.server.address() as AddressInfo).port}`;
  }

  get smsUrl(): string {
    return `http://127.0.0.1:${(this.texts.address() as AddressInfo).port}/send`;
  }

  everything(): readonly Sent[] {
    return this.all;
  }

  to(recipient: string): Sent[] {
    return this.all.filter(({ to }) => to === recipient);
  }

  /** How many codes went there. */
  codesTo(recipient: string): number {
    return this.codes(recipient).length;
  }

  /** The code in the `count`th message with one to this recipient; sending happens behind the reply. */
  async code(recipient: string, count = 1): Promise<string> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      const found = this.codes(recipient)[count - 1];
      if (found) return found;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`No code number ${count} came to ${recipient}`);
  }

  private codes(recipient: string): string[] {
    return this.to(recipient).flatMap(({ text }) => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? []);
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.mail.close(() => done()));
    this.texts.closeAllConnections();
    await new Promise<void>((done) => this.texts.close(() => done()));
  }
}

/** The words of a mail, which travel in one of two codings when they are not plain. */
function readable(mail: string): string {
  const end = mail.indexOf('\r\n\r\n');
  const [head, body] = [mail.slice(0, end), mail.slice(end + 4)];
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { PutOffByDependency, RefusedByDependency } from '../health/breaker.js';
import { HttpSmsSender } from './http-sms-sender.js';
import type { Message } from './messages.js';
import { SmtpMailSender } from './smtp-mail-sender.js';

const aMessage = (changes: Partial<Message> = {}): Message => ({
  to: 'someone@example.com',
  kind: 'register',
  subject: 'Your code',
  text: 'Your code is 123456',
  code: '123456',
  ...changes,
});

describe('e-mail over SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = [];
  let server: SMTPServer;
  let url: string;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        const refusal = { 'nobody@example.com': 550, 'busy@example.com': 451, 'leaving@example.com': 421 }[address];
        done(refusal === undefined ? null : Object.assign(new Error('not now'), { responseCode: refusal }));
      },
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const from = session.envelope.mailFrom;
          const to = session.envelope.rcptTo.map(({ address }) => address);
          received.push({ from: from ? from.address : '', to, text: Buffer.concat(parts).toString() });
          done();
        });
      },
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((done) => server.close(done)));

  it('arrives', async () => {
    await new SmtpMailSender(url, 'no-reply@trade.example').send(aMessage({ subject: '您的验证码' }));
    expect(received).toEqual([
      {
        from: 'no-reply@trade.example',
        to: ['someone@example.com'],
        text: expect.stringContaining('Your code is 123456'),
      },
    ]);
  });

  it.each([
    ['nobody@example.com', true],
    ['busy@example.com', false],
  ])('that the server does not take for %s is refused as this one alone, for good: %s', async (to, isFinal) => {
    const sender = new SmtpMailSender(url, 'no-reply@trade.example');
    const error: unknown = await sender.send(aMessage({ to })).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof RefusedByDependency).toBe(isFinal);
    expect(error instanceof PutOffByDependency).toBe(!isFinal);
    expect(error instanceof PutOffByDependency && error.whose).toBe(isFinal ? false : to.split('@')[1]);
    // What is logged of it names nobody.
    expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toContain('@');
  });

  it('that the server does not take because it is leaving says something of the server', async () => {
    const error: unknown = await new SmtpMailSender(url, 'no-reply@trade.example')
      .send(aMessage({ to: 'leaving@example.com' }))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect([error instanceof PutOffByDependency, error instanceof RefusedByDependency]).toEqual([false, false]);
  });

  it('to which a server answers a little again and again has an end, and so has its connection', async () => {
    let isCut: () => void = () => undefined;
    const cut = new Promise<void>((done) => (isCut = done));
    // A greeting of lines without an end.
    const dripping = createTcpServer((socket) => {
      const drip = setInterval(() => socket.write('220-one moment\r\n'), 20);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(drip);
          isCut();
        });
      socket.resume();
    });
    await new Promise<void>((done) => dripping.listen(0, '127.0.0.1', done));
    const place = `smtp://127.0.0.1:${(dripping.address() as AddressInfo).port}`;
    const sender = new SmtpMailSender(place, 'no-reply@trade.example', { silenceMs: 60_000, wholeMs: 300 });
    const error: unknown = await sender.send(aMessage()).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, error instanceof PutOffByDependency]).toEqual([true, false]);
    await cut;
    sender.close();
    await new Promise((done) => dripping.close(done));
  });

  it('has no header and no recipient that the text put there', async () => {
    received.length = 0;
    await new SmtpMailSender(url, 'no-reply@trade.example').send(
      aMessage({ subject: 'Hello\r\nBcc: evil@example.com', text: '.\r\nRCPT TO:<evil@example.com>' }),
    );
    expect(received.map(({ to }) => to)).toEqual([['someone@example.com']]);
    expect(received[0]?.text.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
  });
});

describe('text messages over HTTP', () => {
  const seen: { authorization: string | undefined; body: string }[] = [];
  let status = 200;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push({ authorization: request.headers.authorization, body });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
    });
  });
  let sender: HttpSmsSender;

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    sender = new HttpSmsSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, 'secret');
  });
  afterAll(() => new Promise((done) => server.close(done)));

  it('go out with the token', async () => {
    await sender.send(aMessage({ to: '+8613912345678' }));
    expect(seen).toEqual([
      { authorization: 'Bearer secret', body: '{"to":"+8613912345678","text":"Your code is 123456"}' },
    ]);
  });

  it.each([302, 400, 401, 422, 429, 500])('are not sent when the provider answers %s', async (answer) => {
    status = answer;
    seen.length = 0;
    const error: unknown = await sender.send(aMessage()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    // What is about the number or the text says nothing of the provider; all else does.
    expect(error instanceof RefusedByDependency).toBe([400, 422].includes(answer));
    expect(seen).toHaveLength(1);
  });
});

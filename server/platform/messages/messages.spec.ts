import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { PutOffByDependency, RefusedByDependency } from '../health/breaker.js';
import { HttpSmsSender } from './http-sms-sender.js';
import type { Message } from './messages.js';
import { SmtpMailSender } from './smtp-mail-sender.js';

const KEY = 'f00d';

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
  /** What the server says to a sender of that address, and to a message to that recipient once it has all of it. */
  const SENDERS: Record<string, number> = { 'closed@trade.example': 550, 'slow@trade.example': 450 };
  const MESSAGES: Record<string, number> = { 'unwanted@example.com': 550, 'later@example.com': 451 };
  const no = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('not now'), { responseCode: code });
  let server: SMTPServer;
  let url: string;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: ({ address }, _session, done) => done(no(SENDERS[address])),
      onRcptTo({ address }, _session, done) {
        const refusals: Record<string, number> = {
          'nobody@example.com': 550,
          'busy@example.com': 451,
          'leaving@example.com': 421,
        };
        done(no(refusals[address]));
      },
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const from = session.envelope.mailFrom;
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const refusal = no(MESSAGES[to[0] ?? '']);
          if (refusal) return done(refusal);
          received.push({ from: from ? from.address : '', to, text: Buffer.concat(parts).toString() });
          return done();
        });
      },
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((done) => server.close(done)));

  it('arrives', async () => {
    await new SmtpMailSender(url, 'no-reply@trade.example').send(aMessage({ subject: '您的验证码' }), KEY);
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
    const error: unknown = await sender.send(aMessage({ to }), KEY).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof RefusedByDependency).toBe(isFinal);
    expect(error instanceof PutOffByDependency).toBe(!isFinal);
    expect(error instanceof PutOffByDependency && error.whose).toBe(isFinal ? false : to.split('@')[1]);
    // What is logged of it names nobody.
    expect(`${(error as Error).message} ${JSON.stringify(error)}`).not.toContain('@');
  });

  it.each([
    ['its sender', { from: 'closed@trade.example' }],
    ['its sender now', { from: 'slow@trade.example' }],
    ['its content', { to: 'unwanted@example.com' }],
    ['its content now', { to: 'later@example.com' }],
  ])(
    'of which the server does not take %s has failed, is tried again, and says something of the server',
    async (_what, changes) => {
      const { from = 'no-reply@trade.example', to = 'someone@example.com' } = changes as { from?: string; to?: string };
      const error: unknown = await new SmtpMailSender(url, from)
        .send(aMessage({ to }), KEY)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect([error instanceof PutOffByDependency, error instanceof RefusedByDependency]).toEqual([false, false]);
    },
  );

  it('that is tried again is the same message, whatever the address of the sender looks like', async () => {
    received.length = 0;
    for (const from of ['no-reply@trade.example', 'Trade <no-reply@trade.example>'])
      for (const key of ['aaaa', 'aaaa', 'bbbb']) await new SmtpMailSender(url, from).send(aMessage(), key);
    const ids = received.map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
    const [same, other] = ['<aaaa@trade.example>', '<bbbb@trade.example>'];
    expect(ids).toEqual([same, same, other, same, same, other]);
  });

  it('that the server does not take because it is leaving says something of the server', async () => {
    const error: unknown = await new SmtpMailSender(url, 'no-reply@trade.example')
      .send(aMessage({ to: 'leaving@example.com' }), KEY)
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
    const error: unknown = await sender.send(aMessage(), KEY).catch((thrown: unknown) => thrown);
    expect([error instanceof Error, error instanceof PutOffByDependency]).toEqual([true, false]);
    await cut;
    sender.close();
    await new Promise((done) => dripping.close(done));
  });

  it('has no header and no recipient that the text put there', async () => {
    received.length = 0;
    await new SmtpMailSender(url, 'no-reply@trade.example').send(
      aMessage({ subject: 'Hello\r\nBcc: evil@example.com', text: '.\r\nRCPT TO:<evil@example.com>' }),
      KEY,
    );
    expect(received.map(({ to }) => to)).toEqual([['someone@example.com']]);
    expect(received[0]?.text.split('\r\n\r\n', 1)[0]).not.toMatch(/^bcc:/im);
  });
});

describe('text messages over HTTP', () => {
  const seen: { authorization: string | undefined; key: unknown; body: string }[] = [];
  let status = 200;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen.push({ authorization: request.headers.authorization, key: request.headers['idempotency-key'], body });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
    });
  });
  let sender: HttpSmsSender;

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    sender = new HttpSmsSender(`http://127.0.0.1:${(server.address() as AddressInfo).port}/send`, 'secret');
  });
  afterAll(() => new Promise((done) => server.close(done)));

  it('go out with the token, and with the key that is the same at each try', async () => {
    await sender.send(aMessage({ to: '+8613912345678' }), KEY);
    expect(seen).toEqual([
      {
        authorization: 'Bearer secret',
        key: KEY,
        body: '{"to":"+8613912345678","text":"Your code is 123456","id":"f00d"}',
      },
    ]);
  });

  it.each([302, 400, 401, 422, 429, 500])('are not sent when the provider answers %s', async (answer) => {
    status = answer;
    seen.length = 0;
    const error: unknown = await sender.send(aMessage(), KEY).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    // What is about the number or the text says nothing of the provider; all else does.
    expect(error instanceof RefusedByDependency).toBe([400, 422].includes(answer));
    expect(seen).toHaveLength(1);
  });
});

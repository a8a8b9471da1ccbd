import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Attack, carryOut, type Family, held, type Outcome } from './attack.js';
import { CODES } from './codes.js';
import { DESK_SPELLINGS } from './desk-spellings.js';
import { FAMILIES } from './families.js';
import { ORIGINS } from './origins.js';
import { PUBLIC_PORT } from './public-port.js';
import { SECRETS_FAMILY } from './secrets.js';
import { REQUESTS_MAX, Stranger } from './stranger.js';
import { tableOf } from './table.js';
import { TRANSPORT } from './transport.js';

/** An attack that cannot succeed proves nothing: servers that are open to them, and what is seen there. */

/** Open servers hang up then, so that nobody waits for them. */
const QUIET_MS = 300;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function attacked(server: Server): Promise<Stranger> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stranger = new Stranger(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closers.push(async () => {
    stranger.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => server.close(() => done()));
  });
  return stranger;
}

function openHttp(answer: (request: IncomingMessage, reply: ServerResponse) => void): Promise<Stranger> {
  return attacked(
    createHttpServer({ insecureHTTPParser: true, requireHostHeader: false, keepAliveTimeout: QUIET_MS }, answer),
  );
}

/** Takes everything before a blank line for a request of its own, whatever lengths say, and hangs up when nothing comes. */
function readsEveryLine(): Promise<Stranger> {
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.setTimeout(QUIET_MS, () => socket.end());
    socket.on('data', (part) => {
      text += part.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        text = text.slice(end + 4);
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      }
    });
  });
  return attacked(server);
}

function onlyOf({ attacks }: Family, name: string): Attack {
  const found = attacks.find((attack) => attack.name === name);
  if (!found) throw new Error(`There is no attack ${name}.`);
  return found;
}

const tried = (attack: Attack, stranger: Stranger, limitMs = 60_000): Promise<Outcome> =>
  carryOut(attack, { stranger, installation: null }, limitMs);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const OPEN = { holds: false };

describe('a server that reads bodies in two ways', () => {
  it.each(['two readings of one body', 'requests that are none, or for two hosts'])('is open to %s', async (name) => {
    const outcome = await tried(onlyOf(TRANSPORT, name), await readsEveryLine());
    expect(outcome).toMatchObject(OPEN);
    expect(outcome.saw).toMatch(/200/);
  });

  it('is open to bodies of every size and form', async () => {
    const stranger = await openHttp((request, reply) => request.resume().on('end', () => reply.end('{"type":"ok"}')));
    const outcome = await tried(onlyOf(TRANSPORT, 'bodies too large, too deep, or in another form'), stranger);
    expect(outcome).toMatchObject({ ...OPEN, saw: expect.stringContaining('300 kB of JSON: 200') });
  });

  it('is open to many slow ones when it answers nobody beside them', async () => {
    let waiting = 0;
    const server = createServer((socket) => {
      waiting += 1;
      socket.on('error', () => undefined);
      if (waiting > 100) socket.end();
    });
    const outcome = await tried(onlyOf(TRANSPORT, 'many slow ones keep nobody out'), await attacked(server));
    expect(outcome).toMatchObject(OPEN);
  });
});

describe('a server that shares what it has', () => {
  const JSONP = 'JSONP of the sockets';

  it('is open to scripts of other pages', async () => {
    const stranger = await openHttp((_request, reply) => {
      reply.setHeader('content-type', 'text/javascript');
      reply.end('___eio[0]("0{\\"sid\\":\\"x\\"}")');
    });
    expect(await tried(onlyOf(ORIGINS, JSONP), stranger)).toMatchObject(OPEN);
  });

  it('is open to polls and upgrades of other pages', async () => {
    const stranger = await openHttp((_request, reply) => reply.end('0{"sid":"x"}'));
    expect(await tried(onlyOf(ORIGINS, 'polls and upgrades of foreign pages'), stranger)).toMatchObject(OPEN);
  });

  it('is open to reads of other pages', async () => {
    const stranger = await openHttp((_request, reply) => {
      reply.setHeader('access-control-allow-origin', '*');
      reply.end('{}');
    });
    expect(await tried(onlyOf(ORIGINS, 'reads of calls by foreign pages'), stranger)).toMatchObject(OPEN);
  });

  it('is open to sessions that nobody was given', async () => {
    const stranger = await openHttp((_request, reply) => reply.end('{"type":"ok","message":{}}'));
    expect(await tried(onlyOf(SECRETS_FAMILY, 'tokens that nobody was given'), stranger)).toMatchObject(OPEN);
  });
});

describe('a server that tells strangers everything', () => {
  const figures = 'figures, documents, mailbox, board, files';

  it.each<[string, string]>([
    [figures, '# HELP calls so many\n'],
    [figures, 'root:x:0:0:root:/root:/bin/sh\n'],
    ['the mailbox as a neighbour', '[{"code":"123456"}]'],
    ['how the parts of the product are', '{"state":"ok","parts":{"postgres":{"state":"ok"}}}'],
    ['replies without the headers that every reply has', '{}'],
  ])('is open to %s', async (name, text) => {
    const stranger = await openHttp((_request, reply) => reply.end(text));
    expect(await tried(onlyOf(PUBLIC_PORT, name), stranger)).toMatchObject(OPEN);
  });

  it('is open to verbs that echo', async () => {
    const stranger = await openHttp((request, reply) => reply.end(JSON.stringify(request.headers)));
    expect(await tried(onlyOf(PUBLIC_PORT, 'verbs that echo a request'), stranger)).toMatchObject(OPEN);
  });

  /** As the product did once: the address is held against a pattern before its codes are read. */
  it('is open to a desk that only the plain spelling hides', async () => {
    const stranger = await openHttp((request, reply) => {
      const target = request.url ?? '';
      const isHidden = /^\/ops(?:[/?#]|$)/.test(target);
      const path = decoded(target.replace(/^https?:\/\/[^/]*/i, ''));
      const isDesk = path.startsWith('/ops/api');
      reply.statusCode = isDesk && !isHidden ? 200 : 404;
      reply.end(isDesk && !isHidden ? '{"type":"999","code":"session.required"}' : '{"type":"error"}');
    });
    const outcome = await tried(onlyOf(DESK_SPELLINGS, 'its calls, spelled in 40 ways'), stranger);
    expect(outcome).toMatchObject(OPEN);
    expect(outcome.saw).toMatch(/first letter coded|the whole address/);
    expect(outcome.saw).not.toContain('(plain)');
  });
});

describe('an attack', () => {
  const never: Attack = { name: 'never ends', source: 'here', run: () => new Promise(() => undefined) };

  it('that takes too long, or cannot be carried out, counts as open', async () => {
    const stranger = await openHttp((_request, reply) => reply.end());
    expect(await tried(never, stranger, 50)).toMatchObject({ ...OPEN, saw: expect.stringContaining('given up') });
    expect(await tried(CODES.attacks[0] as Attack, stranger)).toMatchObject({
      ...OPEN,
      saw: expect.stringContaining('needs an installation'),
    });
  });

  it('stays on this machine, and below so many requests', async () => {
    expect(() => new Stranger('http://192.0.2.1:3000')).toThrow('not an http address of this machine');
    expect(() => new Stranger('https://127.0.0.1')).toThrow('not an http address of this machine');
    const stranger = await openHttp((_request, reply) => reply.end());
    stranger.count(REQUESTS_MAX);
    await expect(async () => stranger.ask('/')).rejects.toThrow(`More than ${REQUESTS_MAX} requests`);
    stranger.beginFamily();
    expect((await stranger.ask('/')).status).toBe(200);
  });

  it('is a line of the table', () => {
    const [attack] = TRANSPORT.attacks as [Attack];
    const table = tableOf([
      { family: 'transport', attack, outcome: held('400') },
      { family: 'transport', attack: never, outcome: { holds: false, saw: '200' } },
    ]);
    expect(table).toMatch(/^held {2}transport {2}two readings.*400$/m);
    expect(table).toMatch(/^OPEN {2}transport {2}never ends.*200$/m);
    expect(table).toContain('2 attacks, 1 open');
    expect(FAMILIES.length).toBeGreaterThan(9);
  });
});

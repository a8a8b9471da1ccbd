import type { lookup as lookUp, LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert, ipV4, property } from 'fast-check';
import { askNode } from '../../features/wallet/chain-watch/node-request.js';
import { readConfiguration } from '../config/config.js';
import { VenueConnection } from '../feeds/venue-connection.js';
import { VenueRest } from '../feeds/venue-rest.js';
import { HttpSmsSender } from '../messages/http-sms-sender.js';
import { callOutside, Unanswered } from './call-outside.js';
import { isPrivateAddress } from './private-address.rules.js';
import { assertWithin, lookupWithin, reachOf } from './reach.js';

const LIMITS = { limitMs: 20_000, bytesMax: 1024, reach: 'any' } as const;

let server: Server;
let port: number;
let asked: string[] = [];
/** How many replies were cut by whoever asked. */
let cut = 0;

function goOn(reply: ServerResponse): void {
  const part = Buffer.alloc(64 * 1024, 'x');
  const more = (): void => {
    while (!reply.destroyed && reply.write(part));
  };
  reply.on('drain', more);
  more();
}

beforeAll(async () => {
  server = createServer((request, reply) => {
    asked.push(request.url ?? '');
    reply.on('close', () => {
      if (!reply.writableFinished) cut += 1;
    });
    if (request.url === '/moved') reply.writeHead(302, { location: '/there' }).end();
    else if (request.url === '/endless') goOn(reply);
    else if (request.url === '/switches')
      reply.socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n');
    else if (request.url !== '/silent') reply.end('{"ok":true}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  asked = [];
  cut = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`;
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nothing',
    '',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '172.15.255.255',
    '100.128.0.1',
    '11.0.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is not', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('is judged alike however it is carried', () => {
    assert(
      property(ipV4(), (address) => {
        expect(isPrivateAddress(`::ffff:${address}`)).toBe(isPrivateAddress(address));
        expect(isPrivateAddress(`64:ff9b::${address}`)).toBe(isPrivateAddress(address));
      }),
    );
  });
});

describe('where only the open network may be called', () => {
  const answering = (...addresses: string[]) =>
    ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookUp;
  const lookedUp = (all: boolean, ...addresses: string[]) =>
    new Promise((resolve) =>
      lookupWithin('public', answering(...addresses))?.('venue.example', { all }, (error, found, family) =>
        resolve(error ? error.message : [found, family]),
      ),
    );

  it('a name is judged by what it leads to, by all of it', async () => {
    expect(await lookedUp(false, '8.8.8.8')).toEqual(['8.8.8.8', 4]);
    expect(await lookedUp(true, '8.8.8.8', '2606:4700::1')).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
      undefined,
    ]);
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::1'], []]) {
      for (const all of [true, false]) {
        expect(await lookedUp(all, ...addresses)).toBe('venue.example is no machine on the open network');
      }
    }
    expect(lookupWithin('any')).toBeUndefined();
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
    'this machine is not, called %s',
    async (host) => {
      await expect(callOutside(at('/', host), { ...LIMITS, reach: 'public' })).rejects.toThrow(
        'no machine on the open network',
      );
      expect(asked).toEqual([]);
    },
  );

  it('no venue and no provider of messages leads to this machine', async () => {
    const rest = new VenueRest(at('', 'localhost'), 0, undefined, 'public');
    await expect(rest.get('/time', {})).rejects.toThrow('no machine on the open network');
    expect(await rest.answers('/time', 20_000)).toBe(false);
    const sender = new HttpSmsSender(at('/sms', 'localhost'), '', 'public');
    await expect(sender.send({ to: '+1', text: 'x' } as never, 'k')).rejects.toThrow('no machine on the open network');
    const closed: string[] = [];
    const plan = { url: `ws://localhost:${port}/`, subscriptions: () => [] };
    const heard = {
      opened: () => closed.push('opened'),
      frame: () => undefined,
      closed: (why: string) => closed.push(why),
      failed: () => undefined,
    };
    const connection = new VenueConnection(plan, heard, {
      reach: 'public',
      backoffBaseMs: 60_000,
      backoffCapMs: 60_000,
    });
    await connection.start();
    await connection.stop();
    expect(closed).toEqual([expect.stringMatching(/^1006/)]);
    expect(asked).toEqual([]);
  });

  it('is so in production unless it is told otherwise', () => {
    const given = { DATABASE_URL: 'postgres://x@127.0.0.1/x', REDIS_URL: 'redis://127.0.0.1', ROLES: 'feed' };
    const secrets = { PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32) };
    const production = { ...given, ...secrets, NODE_ENV: 'production' };
    expect(reachOf(readConfiguration(production))).toBe('public');
    expect(reachOf(readConfiguration({ ...production, PROVIDERS_MAY_BE_PRIVATE: 'true' }))).toBe('any');
    expect(reachOf(readConfiguration({ ...given, NODE_ENV: 'test' }))).toBe('any');
    for (const [name, url] of [
      ['BYBIT_REST_URL', 'https://10.0.0.1'],
      ['OKX_STREAM_URL', 'wss://[::1]:8443'],
      ['SMS_URL', 'http://169.254.169.254/latest'],
    ] as const) {
      expect(() => readConfiguration({ ...production, [name]: url })).toThrow(`${name}: `);
    }
    expect(() => assertWithin(new URL('https://10.0.0.1'), 'any')).not.toThrow();
  });
});

describe('a call to others', () => {
  it('has its answer, whatever its status', async () => {
    expect(await callOutside(at('/'), LIMITS)).toMatchObject({ status: 200, text: '{"ok":true}' });
  });

  it('follows nobody who sends it elsewhere', async () => {
    expect(await callOutside(at('/moved'), LIMITS)).toMatchObject({ status: 302 });
    await expect(askNode(at('/moved'), {})).rejects.toThrow('The node answered 302');
    await expect(new HttpSmsSender(at('/moved'), '').send({ to: '+1', text: 'x' } as never, 'k')).rejects.toThrow(
      '302',
    );
    expect(asked).toEqual(['/moved', '/moved', '/moved']);
  });

  it.each([
    ['that is silent', () => at('/silent'), true],
    ['that answers without an end', () => at('/endless'), true],
    ['that speaks another protocol', () => at('/switches'), true],
    ['that takes no connection', () => 'http://127.0.0.1:1/', false],
    ['that nobody could greet safely', () => at('/silent').replace('http:', 'https:'), false],
  ])('of somebody %s tells whether it may have been done all the same', async (_what, address, isPossible) => {
    const error: unknown = await callOutside(address(), { ...LIMITS, limitMs: 300 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof Unanswered).toBe(isPossible);
  });

  it('ends by its time, also when nothing ever comes', async () => {
    await expect(callOutside(at('/silent'), { ...LIMITS, limitMs: 50 })).rejects.toThrow('did not answer within 50 ms');
    await until(() => cut === 1);
    // Of a chain's node after five seconds.
    await expect(askNode(at('/silent'), {})).rejects.toThrow('did not answer within 5000 ms');
    await expect(
      callOutside(at('/endless'), { ...LIMITS, bytesMax: Number.MAX_SAFE_INTEGER, limitMs: 200 }),
    ).rejects.toThrow();
  }, 60_000);

  it('that is answered with another protocol has failed, at once', async () => {
    await expect(callOutside(at('/switches'), LIMITS)).rejects.toThrow('without an answer');
  });

  it('is cut while the reply still comes when it is too long, and reads no more of it', async () => {
    await expect(callOutside(at('/endless'), LIMITS)).rejects.toThrow('answered more than 1024 bytes');
    await until(() => cut === 1);
    await expect(askNode(at('/endless'), {})).rejects.toThrow('answered more than 1048576 bytes');
    await expect(new HttpSmsSender(at('/endless'), '').send({ to: '+1', text: 'x' } as never, 'k')).rejects.toThrow(
      'answered more than',
    );
    await expect(new VenueRest(at(''), 0).get('/endless', {})).rejects.toThrow('answered more than 8388608 bytes');
    await until(() => cut === 4);
  }, 60_000);
});

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { COMMON_HEADERS } from '../../platform/http/security-headers.js';
import { aPhoto } from '../factories/pictures.js';
import { BOUNDARY, formBytes } from '../factories/upload-form.js';
import { sleep } from '../faults/calls.js';
import { PASSWORD, people, USDT } from '../faults/people.js';
import { sizeOf } from '../faults/product.js';
import { onBalancer, PUBLIC_URL } from './balancer.js';
import { handshake, plainHeaders, plainly, slowly } from './bare-visits.js';
import { OldPoller } from './old-poller.js';
import { GATEWAYS, PiecesWorld, until } from './world.js';

const SOCKETS = sizeOf('FAULTS_SOCKETS', 150);
/** Two ends of each socket are in this process and in the balancer, and others come beside them. */
const CONNECTIONS = SOCKETS + 1000;
const LIMIT_MS = 600_000;
/** Of the mean, which the fullest and the emptiest gateway may be away from it. */
const SPREAD = 0.1;

jest.setTimeout(LIMIT_MS);

let world: PiecesWorld;
/** What somebody was told who began to send a body before all tests, and never sends its end. */
let slowAnswer: Promise<string>;

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0);

/** How far the fullest and the emptiest are from the mean, as a part of it. */
function unevenness(counts: number[]): number {
  const mean = sum(counts) / counts.length;
  return Math.max(...counts.map((count) => Math.abs(count - mean) / mean));
}

/** The address from which the product believes that somebody's newest session came. */
async function sessionAddress(userId: string): Promise<string | undefined> {
  const { rows } = await world.product.sql.query<{ ip: string }>(
    'select ip from account_session where user_id = $1 order by id desc limit 1',
    [userId],
  );
  return rows[0]?.ip;
}

async function aPerson(): Promise<{ userId: string; token: string; mail: string }> {
  const [person] = await people(world.product.sql, 1, { spot: '1000', option: '1000' }, { withMail: true });
  if (!person) throw new Error('There is nobody.');
  const { rows } = await world.product.sql.query('select email from account_user where id = $1', [person.userId]);
  return { userId: person.userId, token: person.token, mail: rows[0].email };
}

onBalancer('the product in pieces behind the shipped balancer', () => {
  beforeAll(async () => {
    world = await PiecesWorld.start(CONNECTIONS);
    await world.balancer.untilUp(GATEWAYS);
    slowAnswer = slowly(world.balancer.ports.PUBLIC);
  }, LIMIT_MS);
  afterAll(() => world?.stop(), LIMIT_MS);

  describe('a visitor', () => {
    it('without TLS is told where the site is, and nothing else', async () => {
      const answers = [];
      for (const [method, path] of [
        ['GET', '/trade?symbol=BTC/USDT'],
        ['POST', '/api/user/login'],
        ['GET', '//evil.example/x'],
        ['GET', 'http://evil.example/x'],
      ] as const) {
        answers.push(await plainly(world.balancer.ports.PLAIN, method, path));
      }
      expect(answers).toEqual([
        [308, `${PUBLIC_URL}/trade?symbol=BTC/USDT`],
        [308, `${PUBLIC_URL}/api/user/login`],
        [308, `${PUBLIC_URL}//evil.example/x`],
        [308, `${PUBLIC_URL}/x`],
      ]);
    });

    it('is served by TLS 1.2 and 1.3 and by nothing older', async () => {
      const { PUBLIC, DESK } = world.balancer.ports;
      const versions = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1'] as const;
      const tries = [PUBLIC, DESK].flatMap((port) => versions.map((version) => handshake(port, version)));
      expect(await Promise.all(tries)).toEqual(['TLSv1.3', 'TLSv1.2', null, 'TLSv1.3', 'TLSv1.2', null]);
    });

    it('gets the headers of every reply, also where the balancer answers by itself', async () => {
      const visitor = world.visitor('127.0.1.1');
      const tooLarge = { method: 'POST', headers: { 'content-length': String(13 * 1024 * 1024) } };
      const served = await visitor.ask('/healthz');
      const refused = await visitor.ask('/api/upload', tooLarge);
      expect([served.status, refused.status]).toEqual([200, 413]);
      for (const { headers } of [served, refused]) expect(headers).toMatchObject(COMMON_HEADERS);
      expect(JSON.parse(refused.text)).toMatchObject({ type: 'error', code: 'request.too-large' });
      const plain = await plainHeaders(world.balancer.ports.PLAIN);
      expect(plain).toMatchObject({ ...COMMON_HEADERS, 'cache-control': 'no-store' });
    });
  });

  describe('the address of whoever asks', () => {
    const forged = {
      'x-forwarded-for': '203.0.113.99, 203.0.113.98',
      'x-real-ip': '203.0.113.97',
      forwarded: 'for=203.0.113.96',
      'x-forwarded-proto': 'http',
    };
    const login = async (from: string, headers: Record<string, string>) => {
      const { userId, mail } = await aPerson();
      const fields = { user_string: mail, password: PASSWORD };
      const { text } = await world.visitor(from).call('user/login', fields, '', headers);
      expect(JSON.parse(text)).toMatchObject({ type: 'ok' });
      return sessionAddress(userId);
    };

    it('is its own, whatever it says of it', async () => {
      expect(await login('127.0.1.2', forged)).toBe('127.0.1.2');
    });

    it('is what a network that is listed says, up to the first that is not', async () => {
      const chain = { 'x-forwarded-for': '203.0.113.99, 198.51.100.7, 127.8.0.1, 127.9.3.4' };
      expect(await login('127.9.0.1', chain)).toBe('198.51.100.7');
      expect(await login('127.9.0.1', { 'x-forwarded-for': '198.51.100.8' })).toBe('198.51.100.8');
      expect(await login('127.9.0.1', {})).toBe('127.9.0.1');
    });

    it('is that of each request, where many come over one connection', async () => {
      const forwarder = world.visitor('127.8.0.1');
      const seen = [];
      for (const address of ['198.51.100.20', '198.51.100.21', '198.51.100.20']) {
        const { userId, mail } = await aPerson();
        const fields = { user_string: mail, password: PASSWORD };
        await forwarder.call('user/login', fields, '', { 'x-forwarded-for': address });
        seen.push(await sessionAddress(userId));
      }
      expect(seen).toEqual(['198.51.100.20', '198.51.100.21', '198.51.100.20']);
    });

    it('has limits of its own, which a forged header does not widen and nobody else feels', async () => {
      const greedy = world.visitor('127.0.1.3');
      const tryAs = async (place: number) => {
        const headers = { 'x-forwarded-for': `203.0.113.${place}` };
        const { status } = await greedy.call('user/login', { user_string: 'nobody', password: 'Wrong-7' }, '', headers);
        return status;
      };
      const statuses = [];
      for (let place = 1; place <= 60; place += 1) statuses.push(await tryAs(place));
      expect(statuses).toContain(429);
      expect(statuses.at(-1)).toBe(429);
      const other = await world.visitor('127.0.1.4').call('user/login', { user_string: 'nobody', password: 'Wrong-7' });
      expect(other.status).toBe(200);
    });

    it('who was forwarded without TLS is told where the site is', async () => {
      const { status, headers } = await world
        .visitor('127.9.0.1')
        .ask('/trade', { headers: { 'x-forwarded-proto': 'http', 'x-forwarded-for': '198.51.100.9' } });
      expect([status, headers.location]).toEqual([308, `${PUBLIC_URL}/trade`]);
    });
  });

  it('keeps who sends a body byte by byte at the door, and no gateway hears of it', async () => {
    expect(await slowAnswer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request.malformed"/);
    const line = () => world.balancer.log.find((one) => one.includes(' 408 '));
    await until('it is in the log', () => line() !== undefined);
    expect(line()).toContain('/<NOSRV> ');
  });

  it('is found well by the check of the compose file', () => {
    const compose = parse(readFileSync(join(__dirname, '../../../docker-compose.yml'), 'utf8'), { merge: true });
    const { test } = compose.services.balancer.healthcheck as { test: string[] };
    const [, program = '', ...words] = test.map((word) => word.replace('8081', String(world.balancer.ports.HEALTH)));
    expect(() => execFileSync(program, words)).not.toThrow();
  });

  it('numbers requests, and passes on the numbers of those alone who forward', async () => {
    const before = world.balancer.log.length;
    await world.visitor('127.0.1.5').ask('/healthz?own', { headers: { 'x-request-id': 'mine' } });
    await world.visitor('127.9.0.1').ask('/healthz', { headers: { 'x-request-id': 'passed-on' } });
    const lines = () => world.balancer.log.slice(before).filter((line) => line.includes('GET /healthz'));
    await until('both are in the log', () => lines().length === 2);
    const numbers = lines().map((line) => line.split(' ').slice(-2));
    expect(numbers[0]?.[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(numbers[1]?.[0]).toBe('passed-on');
    // The number that the gateway answered with stands behind it; what was asked with does not.
    for (const [, answered] of numbers) expect(answered).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
    expect(lines().join()).not.toContain('own');
  });

  it('carries an order and the private event of it', async () => {
    const { userId, mail } = await aPerson();
    const visitor = world.visitor('127.0.1.6');
    const given = await visitor.call('user/login', { user_string: mail, password: PASSWORD });
    const token = (JSON.parse(given.text) as { message: string }).message;
    expect(given.headers['set-cookie']?.join()).toContain('Secure');
    const socket = await world.socket({ token });
    const frames: unknown[] = [];
    socket.on('f', (frame) => frames.push(frame));
    expect(await socket.timeout(10_000).emitWithAck('sub', { ch: 'account.events', key: {} })).toMatchObject({
      ok: true,
    });
    const fields = {
      match_id: '1',
      currency_id: USDT,
      type: '1',
      seconds: '60',
      number: '10',
      account_type: 'real_account',
    };
    let answer = { type: '', code: '' };
    await until('the order is taken', async () => {
      const { text } = await visitor.call('microtrade/submit', fields, token, {
        'idempotency-key': 'order-behind-door-1',
      });
      answer = JSON.parse(text);
      return answer.code !== 'market.stale';
    });
    expect(answer).toMatchObject({ type: 'ok' });
    await until('its event is there', () => JSON.stringify(frames).includes('account.events'));
    const { rows } = await world.product.sql.query(
      'select count(*)::integer as orders from option_order where user_id = $1',
      [userId],
    );
    expect(rows[0].orders).toBe(1);
  });

  it('carries an upload', async () => {
    const { token } = await aPerson();
    const body = formBytes([{ name: 'file', body: await aPhoto() }]);
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: token, lang: 'en' };
    const { text } = await world.visitor('127.0.1.7').ask('/api/upload', { method: 'POST', headers, body });
    expect(JSON.parse(text)).toEqual({ type: 'ok', message: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('keeps the desk and the figures behind doors of their own', async () => {
    const stranger = world.visitor('127.0.1.8');
    for (const path of ['/ops/api/login', '/ops/api/overview', '/metrics', '/api/docs']) {
      const { status, text } = await stranger.ask(path, { method: path.endsWith('login') ? 'POST' : 'GET' });
      expect([path, status === 404 || text.includes('request.unknown-route')]).toEqual([path, true]);
    }
    await world.balancer.untilUp(GATEWAYS, 'desks');
    const fields = { 'content-type': 'application/json', lang: 'en' };
    const body = JSON.stringify({ login: 'nobody', password: 'Wrong-Horse-7', totp: '123456' });
    const reply = await world
      .visitor('127.0.1.9', 'DESK')
      .ask('/ops/api/login', { method: 'POST', headers: fields, body });
    expect(JSON.parse(reply.text)).toMatchObject({ code: expect.stringMatching(/^desk\.|^operations\./) });
  });

  describe('an old client', () => {
    it('that polls is led to the gateway that knows it, again and again', async () => {
      const pollers = await Promise.all(
        Array.from({ length: 6 }, (_, place) => OldPoller.open(world.visitor(`127.0.3.${place + 1}`))),
      );
      for (const poller of pollers) await until('it hears of prices', () => poller.poll('daymarket'));
      for (const poller of pollers) expect(poller.refusals).toEqual([]);
      // Not all of them on the same one.
      expect(new Set(pollers.map(({ affinity }) => affinity)).size).toBeGreaterThan(1);
    });

    it('gets no cookie for its other calls, nor does a client that opens a socket at once', async () => {
      const visitor = world.visitor('127.0.3.20');
      for (const path of ['/healthz', '/', '/api/currency/quotation_new']) await visitor.ask(path);
      expect(visitor.cookie('balancer')).toBeNull();
    });
  });

  describe(`${SOCKETS} sockets`, () => {
    beforeAll(async () => {
      world.closeSockets();
      await until('those before have left', async () =>
        Object.values(await world.spread()).every((count) => count === 0),
      );
      await world.openSockets(SOCKETS);
    }, LIMIT_MS);

    it('are spread evenly over the gateways', async () => {
      const counts = await world.spread();
      console.log(`sockets by gateway: ${JSON.stringify(counts)}`);
      expect(sum(Object.values(counts))).toBe(SOCKETS);
      expect(unevenness(Object.values(counts))).toBeLessThanOrEqual(SPREAD);
    });

    it('of a gateway that leaves stay, and new ones go to the others', async () => {
      const [leaving = '', ...others] = GATEWAYS;
      const process = world.gateways.get(leaving);
      const before = await world.spread();
      process?.child.kill('SIGTERM');
      await until('it says that it is not ready', async () => (await fetch(`${process?.url}/readyz`)).status === 503);
      await world.balancer.untilUp(others);
      // It is there, and serves whoever it has.
      const hearers = await hearing(world);
      expect(hearers).toBe(world.sockets.length);
      const more = Math.ceil(SOCKETS / 5);
      await world.openSockets(more);
      const after = await world.spread();
      expect(after[leaving]).toBe(before[leaving]);
      expect(sum(Object.values(after))).toBe(SOCKETS + more);
    });

    it('of a gateway that dies come back on those that live, evenly, and no call fails meanwhile', async () => {
      const [dying = '', ...living] = GATEWAYS;
      const visitor = world.visitor('127.0.1.30');
      const statuses: number[] = [];
      const state = { isRunning: true };
      const calls = (async () => {
        for (; state.isRunning; await sleep(25))
          statuses.push((await visitor.ask('/api/currency/quotation_new')).status);
      })();
      const process = world.gateways.get(dying);
      if (process) await world.product.end(process);
      world.gateways.delete(dying);
      const all = world.sockets.length;
      await until('all are back', async () => sum(Object.values(await world.spread())) === all);
      state.isRunning = false;
      await calls;
      const counts = await world.spread();
      expect(Object.keys(counts)).toEqual(living);
      expect(unevenness(Object.values(counts))).toBeLessThanOrEqual(SPREAD);
      expect(await hearing(world)).toBe(all);
      expect([...new Set(statuses)]).toEqual([200]);
    });
  });
});

/** How many of the sockets get a frame from now on. */
async function hearing({ sockets }: PiecesWorld): Promise<number> {
  let heard = 0;
  for (const socket of sockets) socket.once('f', () => (heard += 1));
  await until('all hear prices', () => heard >= sockets.length);
  return heard;
}

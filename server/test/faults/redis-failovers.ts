import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { io } from 'socket.io-client';
import { ChannelClient } from '../../../client/platform/channel-client.js';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { send, sleep } from './calls.js';
import { people, type Person, USDT } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';
import type { RedisWorld } from './redis-servers.js';

const FAILOVERS = sizeOf('FAULTS_FAILOVERS', 2);
const IS_LONG = FAILOVERS > 5;
/** From each loss to the next price; the short form runs on busy machines. */
const PRICES_MS = IS_LONG ? 3000 : 120_000;
const GIVE_UP_MS = 120_000;
const BETWEEN_MS = 250;

/** The product on Redis servers of its own, with a page that follows prices and events and a user who pays all the while. */
export class Payments<World extends RedisWorld> {
  lastPriceAt = 0;
  readonly events: number[] = [];
  readonly answers = new Map<string, number>();
  readonly withoutPricesMs: number[] = [];
  /** Of it, until another server was in the place: what is left is ours. */
  readonly withoutServerMs: number[] = [];
  sent = 0;
  private isOver = false;
  private starts = 0;
  private page: ChannelClient | null = null;
  private load: Promise<void> = Promise.resolve();

  private constructor(
    readonly product: Product,
    readonly world: World,
    readonly person: Person,
  ) {}

  static async begin<World extends RedisWorld>(start: (prefix: string) => Promise<World>): Promise<Payments<World>> {
    const product = await Product.empty();
    const world = await start(product.prefix);
    const launch = (roles: string, feed: string) => {
      product.environment = world.settingsOf(roles);
      return product.launch(roles, feed);
    };
    await launch('feed', 'simulated');
    await launch('worker', 'none');
    product.gateways.push(await launch('gateway', 'none'));
    await product.untilPriced(product.gateways[0]?.url ?? '');
    const [person] = (await people(product.sql, 1, { spot: '1000000' })) as [Person];
    const payments = new Payments(product, world, person);
    payments.page = payments.openPage();
    await until('the page has prices and follows its events', () => payments.lastPriceAt > 0 && payments.starts > 0);
    payments.load = payments.transfers();
    return payments;
  }

  get url(): string {
    return this.product.gateways[0]?.url ?? '';
  }

  /** The full name of a channel or key. */
  name(word: string): string {
    return this.product.prefix + word;
  }

  async lastJobs(): Promise<string[]> {
    const key = this.world.jobsKey(this.product.prefix, 'futures');
    return (await this.world.say(key, 'zrevrange', key, '0', '5')) as string[];
  }

  /** No more payments. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.load;
  }

  async stop(): Promise<void> {
    await this.end();
    this.page?.close();
    await this.product.stop();
    await this.world.stop();
  }

  private openPage(): ChannelClient {
    const auth = { protocol: REALTIME_PROTOCOL, token: this.person.token };
    const client = new ChannelClient({
      open: () => io(this.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth }),
    });
    client.subscribe('markets.ticker', { symbols: ['BTC/USDT'] }, ({ status }) => {
      if (status === 'live') this.lastPriceAt = performance.now();
    });
    client.follow(
      'account.events',
      {},
      {
        onChange: (changes) => this.events.push(...changes.map(({ sequence }) => sequence)),
        onStart: () => (this.starts += 1),
      },
    );
    return client;
  }

  /** One after the other, until it is over: what each is answered is counted. */
  private async transfers(): Promise<void> {
    while (!this.isOver) {
      const fields = { currency_id: USDT, from_field: 'change', to_field: 'micro', number: '1' };
      const answer = await send(this.url, 'api/wallet/change', {
        token: this.person.token,
        key: `redis-failover-${this.sent}`,
        fields,
      });
      this.sent += 1;
      const words = answer === null ? 'none' : [answer.status, answer.type, answer.code ?? ''].join(' ').trim();
      this.answers.set(words, (this.answers.get(words) ?? 0) + 1);
      await sleep(BETWEEN_MS);
    }
  }
}

/**
 * The Redis server that carries the running product's prices is killed, or hangs, and another is put in its place. Nothing has to be
 * told to the product: prices go on, commands are done all the while, events and scheduled jobs go on, and nobody stays at the server of
 * before when it comes back and believes to be the primary.
 * @param name of what the servers are, in words.
 * @param also what else is to be seen of them, before the server is lost for the first time.
 */
export function failovers<World extends RedisWorld>(
  name: string,
  start: (prefix: string) => Promise<World>,
  also: (payments: () => Payments<World>) => void = () => undefined,
): void {
  jest.setTimeout(300_000 + FAILOVERS * GIVE_UP_MS);
  onProcesses(`${FAILOVERS} failovers of ${name}`, () => {
    let payments: Payments<World>;
    beforeAll(async () => {
      payments = await Payments.begin(start);
    });
    afterAll(() => payments?.stop());

    also(() => payments);

    it.each(Array.from({ length: FAILOVERS }, (_, turn) => [turn + 1, turn % 2 === 0 ? 'killed' : 'hanging'] as const))(
      '%i: prices, commands, events and jobs go on past a server that is %s',
      (_turn, how) => passLoss(payments, how === 'killed' ? 'kill' : 'hang'),
    );

    it('lost no command, no event and no process, and was not without prices for long', () => sumUp(name, payments));
  });
}

async function passLoss(payments: Payments<RedisWorld>, how: 'kill' | 'hang'): Promise<void> {
  const { world, events, withoutPricesMs } = payments;
  const prices = payments.name('market:update');
  const before = await world.carrierOf(prices);
  const jobs = new Set(await payments.lastJobs());
  const heard = events.at(-1) ?? 0;
  const lost = performance.now();
  const bringBack = how === 'kill' ? await world.kill(prices) : await world.hang(prices);
  await world.untilCarried(prices, before);
  const changed = performance.now();
  await until('there are prices again', () => payments.lastPriceAt > changed);
  payments.withoutServerMs.push(changed - lost);
  withoutPricesMs.push(payments.lastPriceAt - lost);
  await bringBack();
  await until('events are heard', () => (events.at(-1) ?? 0) > heard);
  await untilTrue('jobs are done', async () => (await payments.lastJobs()).some((job) => !jobs.has(job)));
  // Whoever came back as the primary of before is followed by nobody, and everybody listens at the new one.
  expect(await world.carrierOf(prices)).not.toBe(before);
  const gathered = performance.now();
  await until('prices still come', () => payments.lastPriceAt > gathered);
  for (const channel of [prices, payments.name(world.commonHints)])
    await untilTrue(`${channel} is heard`, async () => (await world.listeners(channel)) > 0);
}

async function sumUp(name: string, payments: Payments<RedisWorld>): Promise<void> {
  await payments.end();
  const { product, person, events, answers, sent, withoutPricesMs, withoutServerMs } = payments;
  const rounded = (times: readonly number[]) => times.map((ms) => Math.round(ms)).join(', ');
  process.stdout.write(
    `${name}: ${FAILOVERS} failovers, without prices for ${rounded(withoutPricesMs)} ms, of it without a primary ${rounded(withoutServerMs)} ms; ` +
      `${sent} transfers meanwhile: ${JSON.stringify([...answers])}\n`,
  );
  expect([...answers]).toEqual([['200 ok', sent]]);
  const { rows } = await product.sql.query<{ last: string }>(
    'select sequence::text as last from outbox_stream where user_id = $1',
    [person.userId],
  );
  const last = Number(rows[0]?.last);
  await until('the last event is heard', () => events.at(-1) === last);
  const first = events[0] ?? 0;
  expect(events).toEqual(Array.from({ length: last - first + 1 }, (_, at) => first + at));
  expect(product.exits).toEqual([]);
  expect(withoutPricesMs.filter((ms) => ms > PRICES_MS)).toEqual([]);
}

export async function until(what: string, holds: () => boolean): Promise<void> {
  await untilTrue(what, async () => holds());
}

export async function untilTrue(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Did not come true within ${GIVE_UP_MS} ms: ${what}`);
    await sleep(10);
  }
}

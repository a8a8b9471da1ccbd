import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { io } from 'socket.io-client';
import { ChannelClient } from '../../../client/platform/channel-client.js';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { send, sleep } from './calls.js';
import { people, type Person, USDT } from './people.js';
import { onProcesses, Product, sizeOf } from './product.js';
import { SentinelWorld } from './sentinel-world.js';

/**
 * The Redis of the running product is killed, or hangs, and sentinels put its replica in its place. Nothing has to be told to
 * the product: prices go on, commands are done all the while, events and scheduled jobs go on, and nobody stays at the server of before
 * when it comes back and believes to be the primary. `npm run redis-failover -- --failovers=10` makes it long.
 */
const FAILOVERS = sizeOf('FAULTS_FAILOVERS', 2);
const IS_LONG = FAILOVERS > 5;
/** From the loss to the next price 3 s are demanded of the middle one, and twice that of each; the short form runs on busy machines. */
const PRICES_MS = IS_LONG ? 3000 : 60_000;
const GIVE_UP_MS = 120_000;
const BETWEEN_MS = 250;

jest.setTimeout(300_000 + FAILOVERS * GIVE_UP_MS);

onProcesses(`${FAILOVERS} failovers of Redis`, () => {
  let world: SentinelWorld;
  let product: Product;
  let person: Person;
  let page: ChannelClient;
  let lastPriceAt = 0;
  const events: number[] = [];
  const answers = new Map<string, number>();
  const withoutPricesMs: number[] = [];
  let sent = 0;
  const state = { isOver: false };
  let load: Promise<void>;
  let starts = 0;

  beforeAll(async () => {
    world = await SentinelWorld.start();
    product = await Product.empty();
    product.environment = world.settings;
    await product.launch('feed', 'simulated');
    await product.launch('worker', 'none');
    product.gateways.push(await product.launch('gateway', 'none'));
    await product.untilPriced(url());
    [person] = (await people(product.sql, 1, { spot: '1000000' })) as [Person];
    page = openPage();
    await until('the page has prices and follows its events', () => lastPriceAt > 0 && starts > 0);
    load = transfers();
  });
  afterAll(async () => {
    state.isOver = true;
    await load;
    page?.close();
    await product?.stop();
    await world?.stop();
  });

  const url = () => product.gateways[0]?.url ?? '';

  function openPage(): ChannelClient {
    const auth = { protocol: REALTIME_PROTOCOL, token: person.token };
    const client = new ChannelClient({
      open: () => io(url(), { transports: ['websocket'], forceNew: true, reconnection: false, auth }),
    });
    client.subscribe('markets.ticker', { symbols: ['BTC/USDT'] }, ({ status }) => {
      if (status === 'live') lastPriceAt = performance.now();
    });
    client.follow(
      'account.events',
      {},
      {
        onChange: (changes) => events.push(...changes.map(({ sequence }) => sequence)),
        onStart: () => (starts += 1),
      },
    );
    return client;
  }

  /** One after the other, until it is over: what each is answered is counted. */
  async function transfers(): Promise<void> {
    while (!state.isOver) {
      const fields = { currency_id: USDT, from_field: 'change', to_field: 'micro', number: '1' };
      const answer = await send(url(), 'api/wallet/change', {
        token: person.token,
        key: `redis-failover-${sent}`,
        fields,
      });
      sent += 1;
      const words = answer === null ? 'none' : [answer.status, answer.type, answer.code ?? ''].join(' ').trim();
      answers.set(words, (answers.get(words) ?? 0) + 1);
      await sleep(BETWEEN_MS);
    }
  }

  const lastJobs = async () =>
    (await world.say('zrevrange', `${product.prefix}jobs:futures:completed`, '0', '5')) as string[];
  const isNewPriceAfter = (instant: number) => lastPriceAt > instant;

  it.each(Array.from({ length: FAILOVERS }, (_, turn) => [turn + 1, turn % 2 === 0 ? 'killed' : 'hanging'] as const))(
    '%i: prices, commands, events and jobs go on past a server that is %s',
    async (_turn, how) => {
      const before = await world.primary();
      const jobs = new Set(await lastJobs());
      const heard = events.at(-1) ?? 0;
      const lost = performance.now();
      const bringBack = how === 'killed' ? await world.killPrimary() : await world.stopPrimary();
      await world.untilChanged(before);
      const changed = performance.now();
      await until('there are prices again', () => isNewPriceAfter(changed));
      withoutPricesMs.push(lastPriceAt - lost);
      await bringBack();
      await until('events are heard', () => (events.at(-1) ?? 0) > heard);
      await untilTrue('jobs are done', async () => (await lastJobs()).some((job) => !jobs.has(job)));
      // Whoever came back as the primary of before is followed by nobody, and everybody listens at the new one.
      expect(await world.primary()).not.toBe(before);
      const gathered = performance.now();
      await until('prices still come', () => isNewPriceAfter(gathered));
      for (const channel of ['market:update', 'outbox'])
        await untilTrue(`${channel} is heard`, async () => (await world.listeners(product.prefix + channel)) > 0);
    },
  );

  it('lost no command, no event and no process, and was not without prices for long', async () => {
    state.isOver = true;
    await load;
    process.stdout.write(
      `Redis: ${FAILOVERS} failovers, without prices for ${withoutPricesMs.map((ms) => Math.round(ms)).join(', ')} ms; ` +
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
    const sorted = withoutPricesMs.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(PRICES_MS);
    expect(sorted.at(-1)).toBeLessThanOrEqual(2 * PRICES_MS);
  });
});

async function until(what: string, holds: () => boolean): Promise<void> {
  await untilTrue(what, async () => holds());
}

async function untilTrue(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + GIVE_UP_MS;
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Did not come true within ${GIVE_UP_MS} ms: ${what}`);
    await sleep(10);
  }
}

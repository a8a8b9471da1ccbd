import { inLanes, sleep } from '../faults/calls.js';
import { type Person, people, USDT } from '../faults/people.js';
import { sizeOf } from '../faults/product.js';
import { onBalancer } from './balancer.js';
import { Page } from './page.js';
import { GATEWAYS, PiecesWorld, until } from './world.js';

/** Every process in each round; without a number one process of each role, once. */
const ROUNDS = sizeOf('FAULTS_ROUNDS', 0);
const SOCKETS = sizeOf('FAULTS_SOCKETS', 60);
const USERS = 6;
const OPENING_AT_ONCE = 40;
const LIMIT_MS = 1_200_000 + ROUNDS * 600_000;
/** What nobody may be without prices for longer than, at the 99th percentile of all pages. */
const WITHOUT_PRICES_MS = 300;
const OVERDUE_MS = 3000;

jest.setTimeout(LIMIT_MS);

let world: PiecesWorld;
let persons: Person[];
const pages: Page[] = [];

/** Calls that change nothing and orders, until it is told to end. */
class Load {
  readonly answers = new Map<string, number>();
  private isOver = false;
  private readonly lanes: Promise<void>[];

  constructor() {
    this.lanes = [...persons.map((person, place) => this.orders(person, place)), this.reads(), this.reads()];
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.lanes);
  }

  private async reads(): Promise<void> {
    const visitor = world.visitor('127.0.1.40');
    while (!this.isOver) {
      await this.note(visitor.ask('/api/currency/quotation_new').then(({ status }) => `${status}`));
      await sleep(25);
    }
  }

  private async orders({ token }: Person, place: number): Promise<void> {
    const visitor = world.visitor(`127.0.1.${50 + place}`);
    for (let turn = 0; !this.isOver; turn += 1) {
      const fields = {
        match_id: '1',
        currency_id: USDT,
        type: '1',
        seconds: '60',
        number: '10',
        account_type: 'real_account',
      };
      const sent = visitor.call('microtrade/submit', fields, token, { 'idempotency-key': `rolling-${place}-${turn}` });
      await this.note(
        sent.then(({ status, text }) => {
          const { type, code = '' } = JSON.parse(text) as { type: string; code?: string };
          return `${status}${type === 'ok' ? '' : ` ${code}`}`;
        }),
      );
      await sleep(400);
    }
  }

  private async note(asked: Promise<string>): Promise<void> {
    const answer = await asked.catch((error: unknown) => `failed: ${String(error)}`);
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }
}

/** Looks again and again for how long the option that waits longest for its end is due. */
function watchOverdue(): { end: () => Promise<number> } {
  const state = { isOver: false, most: 0 };
  const looking = (async () => {
    for (; !state.isOver; await sleep(200)) {
      const { rows } = await world.product.sql.query<{ late: string | null }>(
        `select extract(epoch from clock_timestamp() - min(closes_at)) * 1000 as late from option_order
          where status = 'open'`,
      );
      state.most = Math.max(state.most, Number(rows[0]?.late ?? 0));
    }
  })();
  return {
    end: async () => {
      state.isOver = true;
      await looking;
      return state.most;
    },
  };
}

function percentile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

onBalancer('an update of the running product', () => {
  beforeAll(async () => {
    world = await PiecesWorld.start(2 * SOCKETS + 1000, {
      workers: 2,
      environment: { RATE_FACTOR: '1000000', DRAIN_NOTICE_MS: '3500', REALTIME_DRAIN_MS: '15000' },
    });
    await world.balancer.untilUp(GATEWAYS);
    persons = await people(world.product.sql, USERS, { spot: '1000000', option: '1000000' });
    for (const [place, { token }] of persons.entries())
      pages.push(new Page(world.balancer, `127.0.2.${place + 1}`, token));
    await inLanes(SOCKETS - USERS, OPENING_AT_ONCE, async (place) => {
      const page = new Page(world.balancer, `127.0.4.${(place % 200) + 1}`);
      pages.push(page);
      await until('a page has prices', () => page.hasPrices);
    });
    await until('the users have prices and events', () =>
      pages.every(({ hasPrices, starts }, place) => hasPrices && (place >= USERS || starts > 0)),
    );
  }, LIMIT_MS);
  afterAll(async () => {
    for (const page of pages) page.close();
    await world?.stop();
  }, LIMIT_MS);

  it('fails no request, leaves nobody without prices, and tells each event once', async () => {
    const load = new Load();
    const overdue = watchOverdue();
    const isWhole = ROUNDS > 0;
    for (let round = 0; round < Math.max(1, ROUNDS); round += 1) {
      const others = isWhole ? world.others : world.others.filter(({ role }, at, all) => all[at - 1]?.role !== role);
      for (const other of others) await world.restartOther(other);
      for (const address of isWhole ? GATEWAYS : GATEWAYS.slice(0, 1)) await world.restartGateway(address);
    }
    await load.end();
    const most = await overdue.end();
    await until('all have prices', () => pages.every(({ hasPrices }) => hasPrices));
    const longest = pages.map(({ pauses }) => Math.max(0, ...pauses));
    const opened = pages.reduce((all, page) => all + page.opened, 0);
    console.log(
      `answers ${JSON.stringify(Object.fromEntries(load.answers))}; ${pages.length} pages, ${opened} connections; longest ` +
        `without prices p50 ${percentile(longest, 0.5)} p99 ${percentile(longest, 0.99)} most ${percentile(longest, 1)} ms; ` +
        `overdue at most ${Math.round(most)} ms`,
    );
    const moved = pages.filter(({ opened: connections }) => connections > 1);
    expect(moved.length).toBeGreaterThan(0);
    // Where the machine is busy with others, a price may be too old for an order while another process begins to feed.
    const failed = [...load.answers.keys()].filter((answer) => isWhole || answer !== '200 market.stale');
    expect(failed).toEqual(['200']);
    // Most who had to leave had prices all the time, however busy the machine is.
    expect(
      percentile(
        moved.map(({ pauses }) => pauses.length),
        0.5,
      ),
    ).toBe(0);
    if (isWhole) {
      expect(percentile(longest, 0.99)).toBeLessThanOrEqual(WITHOUT_PRICES_MS);
      expect(most).toBeLessThanOrEqual(OVERDUE_MS);
    }
    for (const [place, person] of persons.entries()) {
      const page = pages[place];
      const { rows } = await world.product.sql.query<{ last: number }>(
        'select count(*)::integer as last from option_order where user_id = $1',
        [person.userId],
      );
      await until('every order is told', () => (page?.events.length ?? 0) >= (rows[0]?.last ?? 0));
      const first = page?.events[0] ?? 0;
      expect(page?.events).toEqual(page?.events.map((_, at) => first + at));
      expect([page?.starts, (rows[0]?.last ?? 0) > 0]).toEqual([1, true]);
    }
    expect(world.product.exits).toEqual([]);
  });
});

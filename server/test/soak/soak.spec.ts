import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { seeded, send, sleep } from '../faults/calls.js';
import { people, type Person } from '../faults/people.js';
import { onProcesses, Product, type RunningProcess, sizeOf } from '../faults/product.js';
import { TradingLoad } from '../faults/trading-load.js';
import { growthAnHour, percentile, type Sample, sampleOf } from './soak-samples.js';

/**
 * All products under an even load for long, with pages that listen and others that come and go: nothing grows that must not.
 * `npm run soak -- --minutes=60 --sockets=1000 --lanes=40` makes it long, and prints what share of a core each process took, by which
 * the sockets and lanes are chosen for a machine (three fifths of what it can do).
 */
const MINUTES = sizeOf('FAULTS_MINUTES', 0);
const SECONDS = MINUTES > 0 ? MINUTES * 60 : 12;
const SOCKETS = sizeOf('FAULTS_SOCKETS', 30);
const LANES = sizeOf('FAULTS_LANES', 8);
/** Memory settles in that time, and a tenth of the whole is what the ends are compared by. */
const IS_LONG = MINUTES >= 30;
const SETTLED_MS = 600_000;
const GROWTH_MOST = 0.02;
/** By how much the last answers may be slower than the first: a machine is not the same for an hour. */
const SLOWER_MOST = 1.5;
/** Connections of pools come and go within their bounds. */
const HANDLES_MORE = 40;
const SAMPLE_MS = IS_LONG ? 10_000 : 1000;
/** A page's visit, after which another one comes. */
const VISIT_MS = 5000;
const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'DOGE/USDT'];
const HEARD_WITHIN_MS = 15_000;

jest.setTimeout(600_000 + SECONDS * 2000);

onProcesses(`${SECONDS} s of all products with ${SOCKETS} sockets`, () => {
  let product: Product;
  let load: TradingLoad;
  let running: Promise<void>;
  const processes = new Map<string, RunningProcess>();
  const samples = new Map<string, Sample[]>();
  const visitors = new Set<Visitor>();
  let visits = 0;

  interface Visitor {
    socket: Socket;
    heardAt: number;
  }

  beforeAll(async () => {
    product = await Product.empty();
    product.environment = { REALTIME_SOCKETS_PER_ADDRESS: '100000', REALTIME_HANDSHAKES_PER_SECOND: '10000' };
    await product.sql.query(
      `insert into option_term (seconds, payout_ratio, even_payout_ratio, even_band_ratio, minimum, maximum)
       values (30, 0.8, 3, 0.0001, 10, 5000)`,
    );
    processes.set('feed', await product.launch('feed', 'simulated'));
    processes.set('worker', await product.launch('worker', 'none'));
    const gateway = await product.launch('gateway', 'none');
    processes.set('gateway', gateway);
    product.gateways.push(gateway);
    await product.untilPriced(gateway.url);
    const persons: Person[] = await people(product.sql, LANES, {
      spot: '1000000',
      option: '1000000',
      contract: '1000000',
    });
    for (const { token } of persons) await send(gateway.url, 'api/demo/enter', { token, verb: 'POST', fields: {} });
    load = new TradingLoad(product.sql, () => gateway.url, seeded(20_261_128));
    for (let place = 0; place < SOCKETS; place += 1) visitors.add(await visit());
    running = load.run(persons);
  });

  afterAll(async () => {
    load?.end();
    await running;
    for (const { socket } of visitors) socket.close();
    await product?.stop();
  });

  /** A page that listens to what a trade page does. */
  async function visit(): Promise<Visitor> {
    const url = product.gateways[0]?.url ?? '';
    const auth = { protocol: REALTIME_PROTOCOL };
    const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
    const visitor = { socket, heardAt: performance.now() };
    socket.on('f', () => {
      visitor.heardAt = performance.now();
    });
    await new Promise<void>((settle, fail) => {
      socket.once('connect', settle);
      socket.once('connect_error', fail);
    });
    visits += 1;
    const symbol = SYMBOLS[visits % SYMBOLS.length];
    const wishes = [
      { ch: 'markets.ticker', key: { symbols: SYMBOLS } },
      { ch: 'markets.depth', key: { symbol } },
      { ch: 'markets.trades', key: { symbol } },
      { ch: 'markets.candle', key: { symbol, period: '1min' } },
    ];
    for (const wish of wishes) {
      expect(await socket.timeout(60_000).emitWithAck('sub', wish)).toMatchObject({ ok: true });
    }
    return visitor;
  }

  function look(at: number): void {
    for (const [name, { child }] of processes) {
      const known = samples.get(name) ?? [];
      samples.set(name, known);
      known.push(sampleOf(child.pid ?? 0, at));
    }
  }

  it('goes on as it began', async () => {
    const began = performance.now();
    const past = () => performance.now() - began;
    let visitedAt = 0;
    while (past() < SECONDS * 1000) {
      look(past());
      await sleep(SAMPLE_MS);
      if (past() - visitedAt < VISIT_MS) continue;
      visitedAt = past();
      const [oldest] = visitors;
      if (oldest) {
        oldest.socket.close();
        visitors.delete(oldest);
      }
      visitors.add(await visit());
    }
    look(past());
    const silent = [...visitors].filter(({ heardAt }) => performance.now() - heardAt > HEARD_WITHIN_MS);
    expect([silent.length, visitors.size]).toEqual([0, SOCKETS]);
  });

  it('has done what it acknowledged, once', async () => {
    load.end();
    await running;
    expect(load.count(({ outcome }) => outcome === 'done')).toBeGreaterThan(LANES);
    expect(load.count(({ outcome }) => outcome === 'unknown')).toBe(0);
    expect(await load.wrong()).toEqual([]);
  });

  it('holds no more handles at the end than at the beginning, and fewer once its pages have left', async () => {
    const grown = [...samples].filter(
      ([, [first, ...rest]]) => (rest.at(-1)?.handles ?? 0) > (first?.handles ?? 0) + HANDLES_MORE,
    );
    expect(grown.map(([name]) => name)).toEqual([]);
    const gateway = processes.get('gateway')?.child.pid ?? 0;
    const before = sampleOf(gateway, 0).handles;
    for (const { socket } of visitors) socket.close();
    visitors.clear();
    const left = async (): Promise<number> => {
      for (let looks = 0; looks < 300 && sampleOf(gateway, 0).handles > before - SOCKETS; looks += 1) await sleep(100);
      return sampleOf(gateway, 0).handles;
    };
    expect(await left()).toBeLessThanOrEqual(before - SOCKETS);
  });

  it('says how much memory and processor it took; at its full length memory is flat and the last answers are as the first', () => {
    const summary = [...samples].map(([name, all]) => {
      const settled = all.filter(({ at }) => !IS_LONG || at >= SETTLED_MS);
      const [first, last] = [all[0] as Sample, all.at(-1) as Sample];
      return {
        name,
        growth: growthAnHour(settled),
        core: (last.processorMs - first.processorMs) / (last.at - first.at),
        mebibytes: last.residentBytes / 2 ** 20,
      };
    });
    const ms = (from: number, to: number) =>
      load.log
        .slice(Math.floor(load.log.length * from), Math.floor(load.log.length * to))
        .map((one) => one.answeredMs - one.sentMs);
    const [first, last] = [percentile(ms(1 / 6, 1 / 3), 0.99), percentile(ms(5 / 6, 1), 0.99)];
    for (const { name, core, mebibytes, growth } of summary) {
      process.stderr.write(
        `soak: ${name} ${(core * 100).toFixed(0)} % of a core, ${mebibytes.toFixed(0)} MiB${IS_LONG ? `, ${(growth * 100).toFixed(1)} % an hour` : ''}\n`,
      );
    }
    process.stderr.write(
      `soak: ${load.log.length} commands, ${visits} visits, p99 ${first} ms at first, ${last} ms at last\n`,
    );
    expect(summary.map(({ name }) => name)).toEqual(['feed', 'worker', 'gateway']);
    if (!IS_LONG) return;
    expect(summary.filter(({ growth }) => growth > GROWTH_MOST)).toEqual([]);
    expect(last).toBeLessThanOrEqual(first * SLOWER_MOST);
  });

  it('has its books in order; nothing failed, deadlocked or ended', async () => {
    expect(await product.verify()).toBeNull();
    expect(await product.deadlocks()).toEqual([]);
    expect(product.exits).toEqual([]);
    expect(product.errors()).toEqual([]);
  });
});

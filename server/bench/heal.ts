import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { freePort, PRODUCT, startProgram, stopPrograms } from './bench.processes.js';
import { migrateBench, servingAddress } from './ledger.book.js';

/**
 * A phone whose network is cut for 10 s: how soon the page says so, and how soon after the network's return it shows
 * the server's price live again. Two kinds of cut: connections are reset and the device knows (`offline`), or every
 * byte is swallowed and nobody is told (`dead`). Fails when healing takes more than 3 s. `--rounds N` (default 3).
 */
const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL) {
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- heal`.');
}
const CUT_MS = 10_000;
const HEAL_GOAL_MS = 3000;
const at = process.argv.indexOf('--rounds');
const rounds = at < 0 ? 3 : Number(process.argv[at + 1]);

type Cut = 'none' | 'offline' | 'dead';
let cut: Cut = 'none';
/** The prices that the server had lately. */
const recent: number[] = [];
const wires = new Set<{ near: Socket; far: Socket; dead: boolean }>();

try {
  await migrateBench(DATABASE_URL);
  const product = await startProduct();
  const wire = await startWire(Number(new URL(product).port));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  let worst = 0;
  for (const kind of ['offline', 'dead'] as const) {
    const said: number[] = [];
    const healed: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en' });
      await context.addInitScript(`localStorage.setItem('preferences', '{"language":"en"}')`);
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${wire}/pages/trade/index`);
      await until(() => isLive(page, product));
      // A page that still fetches its own parts waits for them, not for prices; that is another matter.
      await sleep(4000);
      await until(() => isLive(page, product));
      const cutAt = performance.now();
      sever(kind);
      if (kind === 'offline') await context.setOffline(true);
      await until(async () => /onnecting…|offline|Delayed|Frozen/.test((await page.textContent('body')) ?? ''));
      said.push(performance.now() - cutAt);
      await sleep(Math.max(0, CUT_MS - (performance.now() - cutAt)));
      // Only a price that the server has had since then counts.
      recent.length = 0;
      const backAt = performance.now();
      sever('none');
      if (kind === 'offline') await context.setOffline(false);
      else await page.evaluate(`window.dispatchEvent(new Event('online'))`);
      await until(() => isLive(page, product));
      healed.push(performance.now() - backAt);
      await context.close();
    }
    worst = Math.max(worst, ...healed);
    process.stdout.write(
      `${kind}: the page says so after ${line(said)}; it is live with the server's price ${line(healed)} after the return ` +
        `(${rounds} cuts of ${CUT_MS / 1000} s)\n`,
    );
  }
  await browser.close();
  process.exitCode = worst > HEAL_GOAL_MS ? 1 : 0;
} finally {
  stopPrograms();
}
process.exit();

function line(values: number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const text = (value: number | undefined) => ((value ?? 0) / 1000).toFixed(1);
  return `${text(sorted[Math.floor(sorted.length / 2)])} s (${text(sorted[0])} to ${text(sorted.at(-1))})`;
}

/** The page calls its price live and shows one that the server had within the last second. */
async function isLive(page: Page, product: string): Promise<boolean> {
  const before = await serverPrice(product);
  const shown = ((await page.textContent('[data-part="last-price"]').catch(() => null)) ?? '').replaceAll(',', '');
  const strip = (await page.textContent('[role="status"]').catch(() => null)) ?? '';
  const after = await serverPrice(product);
  recent.push(before, after);
  recent.splice(0, recent.length - 20);
  return recent.includes(Number(shown)) && !/Reconnecting|offline|Delayed|Connecting/.test(strip);
}
async function serverPrice(product: string): Promise<number> {
  const reply = await fetch(`${product}/api/currency/deal?currency_id=1&legal_id=3`);
  const { message } = (await reply.json()) as { message: { now_price: string } };
  return Number(message.now_price);
}

async function startProduct(): Promise<string> {
  const port = await freePort();
  startProgram(PRODUCT, {
    stdout: 'ignore',
    environment: {
      DATABASE_URL: servingAddress(DATABASE_URL as string),
      NODE_ENV: 'development',
      FEED: 'simulated',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      REDIS_PREFIX: `bench-heal-${randomBytes(4).toString('hex')}:`,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true);
  await sleep(15_000);
  return url;
}

/** A wire to the product that can be cut. */
async function startWire(target: number): Promise<number> {
  const server = createServer((near) => {
    if (cut === 'offline') return void near.destroy();
    const wire = { near, far: connect(target, '127.0.0.1'), dead: cut === 'dead' };
    wires.add(wire);
    for (const socket of [near, wire.far]) {
      socket.on('data', (bytes) => {
        if (!wire.dead) (socket === near ? wire.far : near).write(bytes);
      });
      socket.on('error', () => undefined);
      socket.on('close', () => {
        wires.delete(wire);
        near.destroy();
        wire.far.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function sever(kind: Cut): void {
  cut = kind;
  for (const wire of wires) {
    if (kind === 'offline') wire.near.destroy();
    if (kind === 'dead') wire.dead = true;
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error('Did not happen within 60 s.');
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

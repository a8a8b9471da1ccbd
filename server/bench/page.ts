import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort, PRODUCT, startProgram, stopPrograms } from './bench.processes.js';
import { migrateBench, servingAddress } from './ledger.book.js';

/**
 * What a phone has to load and how the pages score: JavaScript of the first load, gzipped, without the chart's chunk,
 * and Lighthouse's mobile figures of the home and the trade page, medians of several runs. Needs the built client.
 * Fails below the goals. `--runs N` (default 3).
 */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL || !REDIS_URL) {
  throw new Error('DATABASE_URL and REDIS_URL are not set: use `npm run bench -- page`.');
}
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const JAVASCRIPT_GOAL = 200 * 1024;
const SCORE_GOALS = { performance: 90, accessibility: 95, 'best-practices': 95 };
const PAGES = { home: '/pages/index/index', trade: '/pages/trade/index' };
/** The chart's own chunks; everything else counts. */
const CHART = /\/chart/;
/** A run that Lighthouse could not finish has no score; it is made again, but not for ever. */
const RUNS_AGAIN_MAX = 10;

const at = process.argv.indexOf('--runs');
const runs = at < 0 ? 3 : Number(process.argv[at + 1]);

try {
  await migrateBench(DATABASE_URL);
  const url = await startProduct();
  let failed = false;
  for (const [name, path] of Object.entries(PAGES)) {
    failed = (await weigh(name, url + path)) || failed;
    failed = (await score(name, url + path)) || failed;
  }
  process.exitCode = failed ? 1 : 0;
} finally {
  stopPrograms();
}

async function startProduct(): Promise<string> {
  const port = await freePort();
  startProgram(PRODUCT, {
    stdout: 'ignore',
    environment: {
      DATABASE_URL: servingAddress(DATABASE_URL as string),
      NODE_ENV: 'production',
      RATE_FACTOR: '1000000',
      PUBLIC_URL: 'https://bench.example',
      FEED: 'simulated',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: String(port),
      REDIS_PREFIX: `bench-page-${randomBytes(4).toString('hex')}:`,
      PASSWORD_PEPPER: randomBytes(24).toString('hex'),
      SECRET_KEY: randomBytes(24).toString('hex'),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 300; attempt++) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      // The first fill of the simulation's history is over by then; the pages are measured, not the start.
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      return url;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The product did not become ready within 30 s.');
}

/** The JavaScript that a first visit loads. */
async function weigh(name: string, url: string): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS.slice(1) });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.endsWith('.js')) scripts.add(path);
  });
  await page.goto(url, { waitUntil: 'networkidle' }).catch(() => undefined);
  await page.waitForTimeout(3000);
  await browser.close();
  let bytes = 0;
  let chart = 0;
  for (const path of scripts) {
    const size = gzipSync(readFileSync(join(ROOT, 'dist/client', path)), { level: 9 }).length;
    if (CHART.test(path)) chart += size;
    else bytes += size;
  }
  const kib = (value: number) => (value / 1024).toFixed(1);
  process.stdout.write(
    `${name}: ${kib(bytes)} KiB of JavaScript gzipped in ${scripts.size} files (goal at most 200), chart ${kib(chart)} KiB\n`,
  );
  return bytes > JAVASCRIPT_GOAL;
}

/** Lighthouse's mobile scores, medians. */
async function score(name: string, url: string): Promise<boolean> {
  const scores: Record<string, number[]> = {};
  let unfinished = 0;
  for (let run = 0; run < runs; run++) {
    const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: FLAGS });
    try {
      const result = await lighthouse(url, { port: chrome.port, logLevel: 'error', formFactor: 'mobile' });
      const values = Object.entries(result?.lhr.categories ?? {}).map(([key, { score: value }]) => ({ key, value }));
      if (values.length === 0 || values.some(({ value }) => value === null)) {
        unfinished += 1;
        if (unfinished > RUNS_AGAIN_MAX) throw new Error(`Lighthouse cannot measure the ${name} page.`);
        run -= 1;
        continue;
      }
      for (const { key, value } of values) scores[key] = [...(scores[key] ?? []), Math.round((value ?? 0) * 100)];
      const figure = (audit: string) => result?.lhr.audits[audit]?.displayValue ?? '-';
      process.stdout.write(
        `  ${name}: LCP ${figure('largest-contentful-paint')}, blocked ${figure('total-blocking-time')}, shift ${figure('cumulative-layout-shift')}\n`,
      );
    } finally {
      chrome.kill();
    }
  }
  let failed = false;
  const parts = Object.entries(scores).map(([key, values]) => {
    const sorted = [...values].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    if (median < (SCORE_GOALS[key as keyof typeof SCORE_GOALS] ?? 0)) failed = true;
    return `${key} ${median} (${sorted[0]} to ${sorted.at(-1)})`;
  });
  const again = unfinished > 0 ? `; ${unfinished} more did not finish and were made again` : '';
  process.stdout.write(`${name}: Lighthouse mobile, ${runs} runs: ${parts.join(', ')}${again}\n`);
  return failed;
}

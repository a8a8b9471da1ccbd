import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.js';
import { pictureFailuresOf } from './failure-pictures.js';
import { watchPage } from './rest.js';

export const REPOSITORY = join(__dirname, '../../..');
export const SHARED = join(REPOSITORY, '../shared');
export const PHONE = { width: 390, height: 844 };

/** A running product (the built one, in a process of its own) with a database and a Redis prefix of its own. */
export interface Product {
  url: string;
  /** Of its database, as the owner: for what nobody can do on a page. */
  databaseUrl: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/**
 * A price a second of each market. With five, three browsers beside one another on a busy machine draw without end, and a page that is
 * never idle is never at rest.
 */
export const BEAT_MS = '1000';

/** A free TCP port on loopback, below the ephemeral range's usual users. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Starts a script of the build and resolves when its output matches; rejects when it ends before. */
export async function startProcess(
  script: string,
  parameters: string[],
  environment: Record<string, string>,
  ready: RegExp | (() => Promise<boolean>),
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(REPOSITORY, script), ...parameters], {
    cwd: REPOSITORY,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}: ${output.slice(-2000)}`);
    if (ready instanceof RegExp ? ready.test(output) : await ready()) return child;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${script} was not ready in 60 s: ${output.slice(-2000)}`);
}

/** Starts the built product on a free port with the given settings. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const database: TestDatabase = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startProcess(
    'dist/programs/main.js',
    [],
    {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      SIMULATION_BEAT_MS: BEAT_MS,
      // What charts and the figures of the day need.
      SIMULATION_HISTORY_DAYS: '1',
      // No hour at which a venue is silent by itself: a test that needs that says it.
      SIMULATION_MOODS: 'false',
      HOST: '127.0.0.1',
      PORT: String(port),
      // Browsers make passkeys for names, and this is the one that needs no certificate.
      PUBLIC_URL: `http://localhost:${port}`,
      DATABASE_URL: database.servingUrl,
      REDIS_URL: process.env.TEST_REDIS_URL ?? '',
      REDIS_PREFIX: `browser-${randomBytes(6).toString('hex')}:`,
      ...environment,
    },
    async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true,
  );
  return {
    url,
    databaseUrl: database.url,
    process: child,
    stop: async () => {
      await stopProcess(child);
      await database.drop();
    },
  };
}

/** Asks a process to end and waits until it has. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(killer);
}

/** What playwright-core 1.65 switches off in Chromium by itself. The last switch counts, so it is named again. */
const SWITCHED_OFF = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];
/**
 * The suggestions below the address bar, which are pages of the browser's own. It draws them for every window, seen or
 * not, and each context is a window: they take 0.6 of the 0.85 s of processor that an empty one takes (Chromium 156).
 */
const SUGGESTIONS = ['WebUIOmniboxAimPopup', 'WebUIOmniboxPopup'];

/**
 * Pages here live for seconds: what the optimizing compilers make of their scripts comes too late for them and takes a
 * fifth of the renderers' processor time; the interpreter and the baseline compiler do.
 */
const SCRIPT_FLAGS = '--no-turbofan --no-maglev --single-threaded-gc';

export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      `--js-flags=${SCRIPT_FLAGS}`,
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${[...SWITCHED_OFF, ...SUGGESTIONS].join(',')}`,
    ],
  });
  return pictureFailuresOf(browser);
}

/** As people who want no motion have it: a price that flashes keeps the compositor busy. Tests of motion say otherwise. */
export const STILL = { reducedMotion: 'reduce' } as const;

export interface PhonePage {
  context: BrowserContext;
  page: Page;
  /** Everything that the page reported as wrong: script errors, refused content, failed requests of its own. */
  complaints: string[];
}

/**
 * A page at phone size. `language` is the product's own code, chosen before the first load. The app's worker, which comes when a page
 * has been at rest for a while, would come in the middle of a test: only tests of it have one.
 */
export async function openPhone(browser: Browser, language?: string, hasWorker = false): Promise<PhonePage> {
  const serviceWorkers = hasWorker ? 'allow' : 'block';
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    serviceWorkers,
    ...STILL,
  });
  if (language) {
    await context.addInitScript(
      (code) => window.localStorage.setItem('preferences', JSON.stringify({ language: code })),
      language,
    );
  }
  return { context, ...(await followedPage(context)) };
}

/** A new page of the context, with what it waits for and complains of written down from its first load on. */
export async function followedPage(context: BrowserContext): Promise<Omit<PhonePage, 'context'>> {
  const page = await context.newPage();
  watchPage(page);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  return { page, complaints };
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Asks again until the answer is true, or throws with the given words. */
export async function eventually(condition: () => Promise<boolean>, what: string, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await condition()) return;
    await sleep(100);
  }
  throw new Error(`Did not happen within ${withinMs} ms: ${what}`);
}

/**
 * Makes the assertion again until it holds, or throws its last failure: what a page shows follows a tap a moment later,
 * and is not there yet when the tap has returned.
 */
export async function soon(assertion: () => Promise<void>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (Date.now() > deadline) throw failure;
    }
    await sleep(100);
  }
}

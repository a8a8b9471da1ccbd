import type { Page, Request, WebSocket } from 'playwright-core';

/** A bound against hanging, not an expectation of speed: the machine may be busy. */
const HANGING_MS = 60_000;
const LOOK_EVERY_MS = 10;

/**
 * Runs in the page: whether it has drawn what it has. Waits until nothing is left to work out; a short while, for what
 * a timer of zero hands on, and once more; until nothing moves that will come to an end.
 */
const DRAWN = async (): Promise<boolean> => {
  const idle = () =>
    new Promise<unknown>((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 5000 })));
  await idle();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await idle();
  const ends = (movement: Animation) => Number.isFinite(Number(movement.effect?.getComputedTiming().endTime));
  const movements = document.getAnimations().filter((one) => one.playState === 'running' && ends(one));
  await Promise.allSettled(movements.map(({ finished }) => finished));
  // While its files are on their way a page has no content of its own, and while its replies are, it shows bones.
  return document.querySelector('main:not([role=status])') !== null && !document.querySelector('[class*="_bone_"]');
};

/** What a page still waits for: requests on their way, and streams that it asked for and has heard nothing of. */
class Watch {
  /** Counts whatever was begun, so that nothing that begins and ends between two looks is missed. */
  begun = 0;
  private readonly requests = new Set<Request>();
  private readonly sockets = new Set<Set<string>>();

  constructor(page: Page) {
    page.on('request', (request) => {
      // The page that is left waits for nothing any more.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        this.requests.clear();
        this.sockets.clear();
      }
      if (new URL(request.url()).pathname.startsWith('/socket.io/')) return;
      this.requests.add(request);
      this.begun += 1;
    });
    // Until the answer is there, the page that is left may still have begun a socket, whose end nobody tells.
    page.on('response', (response) => {
      const request = response.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.sockets.clear();
    });
    page.on('requestfinished', (request) => this.requests.delete(request));
    page.on('requestfailed', (request) => this.requests.delete(request));
    page.on('websocket', (socket) => this.follow(socket));
  }

  waitsFor(): string[] {
    return [...[...this.requests].map((request) => request.url()), ...[...this.sockets].flatMap((one) => [...one])];
  }

  /** The channel protocol: a greeting, and for each stream a reply and then its state. */
  private follow(socket: WebSocket): void {
    const open = new Set(['the greeting']);
    this.sockets.add(open);
    this.begun += 1;
    socket.on('close', () => this.sockets.delete(open));
    socket.on('framesent', ({ payload }) => {
      const [, call] = /^42(\d+)\["sub"/.exec(String(payload)) ?? [];
      if (!call) return;
      open.add(`reply ${call}`);
      this.begun += 1;
    });
    socket.on('framereceived', ({ payload }) => {
      const [, kind, call = '', text] = /^4([23])(\d*)(\[.*)$/s.exec(String(payload)) ?? [];
      if (!kind || !text) return;
      const [first, second] = JSON.parse(text) as [unknown, { ch?: string } | undefined];
      const reply = first as { ok?: boolean; ch?: string; recovered?: boolean } | null;
      if (kind === '3' && open.delete(`reply ${call}`)) {
        if (reply?.ok && !reply.recovered) open.add(`stream ${reply.ch}`);
      } else if (first === 'hello') open.delete('the greeting');
      else if (first === 'f') open.delete(`stream ${second?.ch}`);
    });
  }
}

const watches = new WeakMap<Page, Watch>();

/** Begins to follow what the page waits for; to be called before its first load. */
export function watchPage(page: Page): void {
  watches.set(page, new Watch(page));
}

/**
 * Waits until the page is at rest: whatever it asked for has come, its streams have begun, it has drawn all of it and
 * nothing of it moves. Prices go on.
 */
export async function atRest(page: Page): Promise<void> {
  const watch = watches.get(page);
  if (!watch) throw new Error('The page is not watched.');
  const deadline = Date.now() + HANGING_MS;
  for (;;) {
    const { begun } = watch;
    if (watch.waitsFor().length === 0) {
      // A page that opens another one meanwhile is looked at again.
      const isDrawn = await page.evaluate(DRAWN).catch(() => false);
      if (isDrawn && watch.begun === begun && watch.waitsFor().length === 0) return;
    }
    if (Date.now() > deadline)
      throw new Error(`${page.url()} waits for ${watch.waitsFor().join(', ') || 'its parts'}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Waits until closed sheets have left the history, too: that step back would stop a load that has begun meanwhile. */
export async function sheetsLeft(page: Page): Promise<void> {
  await page.waitForFunction(() => (window.history.state?.sheets ?? []).length === 0);
}

/** Loads an address of the product and waits until the page is at rest. */
export async function openAtRest(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await atRest(page);
}

/** Goes to another page of the product without a load, at the text size of its own, and waits until it is at rest. */
export async function walkAtRest(page: Page, url: string): Promise<void> {
  await page.evaluate((address) => {
    document.documentElement.style.removeProperty('font-size');
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    window.scrollTo(0, 0);
  }, url);
  await atRest(page);
}

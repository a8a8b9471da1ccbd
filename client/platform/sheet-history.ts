import { newIdempotencyKey } from './idempotency-key';

/**
 * Sheets in the browser's history. A sheet that opens puts an entry of its own above its page's: "back" takes that entry
 * away and so closes the sheet, and nothing else. A sheet that closes by itself takes its entry with it. An entry whose
 * sheet is gone (forward after back, a page loaded anew) opens nothing and is passed over at once.
 *
 * The entries have the page's own address and the router's own marks. The router hears of none of this: it reads and
 * writes history through {@link pageWindow}.
 */
interface OpenSheet {
  id: string;
  close: () => void;
}

/** The marks of the sheets that lie above an entry's page, undermost first. */
interface Marked {
  sheets?: string[];
  key?: string;
}

/** A step back that was not answered for this long will not be. */
const STEP_MOST_MS = 1000;

/** Sheets of a page that was loaded before have other names. */
const load = newIdempotencyKey().slice(0, 8);
let count = 0;
/** Undermost first. */
const open: OpenSheet[] = [];
const waiting: (() => void)[] = [];
let stepping: ReturnType<typeof setTimeout> | null = null;
let planned = false;
let toRouter: ((event: PopStateEvent) => void) | null = null;
/** The entry that the router shows: its name there, and the address. */
let shown = '';

const marked = (): Marked => (window.history.state ?? {}) as Marked;
const marks = (): string[] => marked().sheets ?? [];
const shownNow = () => `${marked().key ?? ''} ${window.location.href}`;
const isAlive = (id: string | undefined) => open.some((sheet) => sheet.id === id);

/**
 * Puts an entry for a sheet that has opened.
 * @param close what "back" does
 * @returns called when the sheet has closed, however that came
 */
export function enterSheet(close: () => void): () => void {
  listen();
  const sheet = { id: `${load}-${(count += 1)}`, close };
  open.push(sheet);
  plan();
  return () => {
    const place = open.indexOf(sheet);
    if (place >= 0) open.splice(place, 1);
    plan();
  };
}

/** Whether a sheet, or a step within one, is open. */
export function isSheetOpen(): boolean {
  return open.length > 0;
}

/** Does what changes the page's address once no step of ours is under way, above the page's own entry. */
export function onPageEntry(act: () => void): void {
  if (stepping === null && marks().length === 0) act();
  else {
    waiting.push(act);
    if (stepping === null) step(-marks().length);
  }
}

/** Does it as soon as no step of ours is under way. */
export function onceStill(act: () => void): void {
  if (stepping === null) act();
  else waiting.push(act);
}

/** Several sheets may change with one drawing: the entries follow when all of them have. */
function plan(): void {
  if (planned) return;
  planned = true;
  setTimeout(() => {
    planned = false;
    settle();
  });
}

/** Makes the entries those of the sheets that are open. */
function settle(): void {
  if (stepping !== null) return;
  const [now, wanted] = [marks(), open.map(({ id }) => id)];
  let same = 0;
  while (same < now.length && now[same] === wanted[same]) same += 1;
  if (now.length > same) return step(same - now.length);
  for (let last = same + 1; last <= wanted.length; last += 1) {
    window.history.pushState({ ...marked(), sheets: wanted.slice(0, last) }, '');
  }
}

function step(by: number): void {
  stepping = setTimeout(arrived, STEP_MOST_MS);
  window.history.go(by);
}

function arrived(): void {
  if (stepping !== null) clearTimeout(stepping);
  stepping = null;
  for (const act of waiting.splice(0)) onceStill(act);
  plan();
}

function onPop(event: PopStateEvent): void {
  const wasOwn = stepping !== null;
  if (stepping !== null) clearTimeout(stepping);
  stepping = null;
  // What is passed over is not a page to show; the step that follows leads to one.
  if (marks().length > 0 && !isAlive(marks().at(-1))) return plan();
  if (shownNow() !== shown) {
    shown = shownNow();
    toRouter?.(event);
  }
  if (!wasOwn) closeAbove(marks());
  arrived();
}

/** Closes the sheets whose entries were gone back from, topmost first. One that stays open gets an entry again. */
function closeAbove(left: readonly string[]): void {
  for (const sheet of [...open].reverse()) if (!left.includes(sheet.id)) sheet.close();
}

let isListening = false;
function listen(): void {
  if (isListening) return;
  isListening = true;
  shown = shownNow();
  window.addEventListener('popstate', onPop);
}

/** The window as the router may see it: a new page takes the place of the sheet that it was opened from. */
export function pageWindow(): Window {
  listen();
  // A page that is loaded anew has no sheet open.
  if (marks().length > 0) plan();
  const write = (how: 'pushState' | 'replaceState') => (state: Marked, unused: string, url?: string | URL | null) => {
    const above = how === 'pushState' && marks().length > 0;
    window.history[above ? 'replaceState' : how](state, unused, url);
    shown = shownNow();
  };
  const history = {
    get state(): unknown {
      return window.history.state;
    },
    go: (by: number) => window.history.go(by),
    pushState: write('pushState'),
    replaceState: write('replaceState'),
  };
  return {
    history,
    get location() {
      return window.location;
    },
    addEventListener: (_type: string, listener: (event: PopStateEvent) => void) => {
      toRouter = listener;
    },
    removeEventListener: () => {
      toRouter = null;
    },
  } as unknown as Window;
}

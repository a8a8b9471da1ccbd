import { waitFor } from '@testing-library/react';
import { speak } from '../../../languages';
import {
  changeLayout,
  changePreferences,
  ownPreferences,
  preferences,
  setFavourite,
} from '../../../platform/preferences';
import { beginSession, endSession, rememberUser, type SessionUser } from '../../../platform/session';
import { readStored, writeStored } from '../../../platform/stored';
import { PreferenceSync } from './preference-sync';

jest.mock('../../../ui/toast', () => ({ toast: (text: string) => said.push(text) }));
const said: string[] = [];

/** What the account has, as the server keeps it. */
let account: {
  revision: number;
  language: string;
  appearance: string;
  tabs: string;
  favourites: string[];
  layout: Record<string, string>;
};
/** Whether the server is of the version before, which knows of no layout. */
let isOld: boolean;
let isCut: boolean;
/** How the server refuses favourites; null: not at all. */
let refusal: { type: string; message: string; code: string } | null;
const calls: [path: string, fields: Record<string, string>, token: string][] = [];
let sync: PreferenceSync | null;
/** A clock that stands still until the test moves it. */
let steady: number;

const view = () => {
  const { layout, ...others } = account;
  return {
    ...others,
    ...(!isOld && { layout }),
    language_mark: `mark of ${account.language}`,
    direction_colours: '',
  };
};

function answer(path: string, { symbol = '', symbols, language, layout, ...look }: Record<string, string>): unknown {
  if (path.startsWith('preferences/favourites') && refusal) return refusal;
  if (layout !== undefined && !isOld) {
    const parts: Record<string, string> = JSON.parse(layout);
    account.layout = path === 'preferences/merge' ? { ...parts, ...account.layout } : { ...account.layout, ...parts };
  }
  if (path !== 'preferences/merge') account = { ...account, ...look, ...(language && { language }) };
  const others = account.favourites.filter((one) => one !== symbol);
  if (path === 'preferences/favourites/add') account.favourites = [...others, symbol];
  if (path === 'preferences/favourites/remove') account.favourites = others;
  if (symbols) account.favourites = [...new Set([...account.favourites, ...symbols.split(',')])];
  return { type: 'ok', message: view() };
}

beforeAll(async () => {
  // Their files are there from now on.
  await speak('es');
  await speak('en');
});
beforeEach(() => {
  for (const key of ['preferences', 'own-preferences', 'language-left', 'language-mark', 'layout'])
    writeStored(key, null);
  changePreferences({ language: 'en' });
  account = { revision: 1, language: 'en', appearance: '', tabs: '', favourites: [], layout: {} };
  [isCut, isOld, refusal, sync, steady] = [false, false, null, null, 1_000_000];
  jest.spyOn(performance, 'now').mockImplementation(() => steady);
  said.length = 0;
  calls.length = 0;
  globalThis.fetch = async (url, init) => {
    const fields = init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {};
    const path = (url as string).replace('/api/', '');
    calls.push([path, fields, new Headers(init?.headers).get('authorization') ?? '']);
    if (isCut) throw new TypeError('no network');
    if (init?.method !== 'GET') account = { ...account, revision: account.revision + 1 };
    const body = answer(path, fields);
    return { headers: new Headers(), json: async () => body } as Response;
  };
});
afterEach(() => {
  sync?.stop();
  endSession();
  jest.restoreAllMocks();
});

function logIn(id = 7): void {
  beginSession(`token of ${id}`);
  rememberUser({ id } as SessionUser);
}
function begin(): PreferenceSync {
  sync?.stop();
  sync = new PreferenceSync(7);
  return sync;
}
const isSynced = () =>
  waitFor(() => {
    const own = ownPreferences();
    expect([own?.look, own?.stars, own?.layout, own?.account?.revision]).toEqual([{}, {}, {}, account.revision]);
  });
/** Until what has failed is taken note of. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const sent = () => calls.map(([path, fields]) => [path, fields]);

it('brings along what a guest had, once, and afterwards only reads', async () => {
  setFavourite('BTC/USDT', true);
  setFavourite('ETH/USDT', true);
  changePreferences({ appearance: 'light' });
  account.favourites = ['SOL/USDT'];
  logIn();
  begin();
  await isSynced();
  expect(sent()).toEqual([
    ['preferences/merge', { language: 'en', appearance: 'light', symbols: 'BTC/USDT,ETH/USDT' }],
  ]);
  expect(preferences().favourites).toEqual(['SOL/USDT', 'BTC/USDT', 'ETH/USDT']);
  begin();
  await waitFor(() => expect(sent().slice(1)).toEqual([['preferences', {}]]));
  sync?.stop();
  endSession();
  expect(preferences().favourites).toEqual([]);
  calls.length = 0;
  logIn();
  begin();
  await isSynced();
  expect(calls[0]?.[1].symbols).toBeUndefined();
});

it('tells each tap by itself and all else that was chosen together', async () => {
  logIn();
  begin();
  await isSynced();
  calls.length = 0;
  setFavourite('BTC/USDT', true);
  changePreferences({ tabs: 'three', directionColours: null });
  await isSynced();
  expect(sent()).toEqual([
    ['preferences/favourites/add', { symbol: 'BTC/USDT' }],
    ['preferences', { tabs: 'three', direction_colours: 'habit' }],
  ]);
  setFavourite('BTC/USDT', false);
  await isSynced();
  expect(sent().at(-1)).toEqual(['preferences/favourites/remove', { symbol: 'BTC/USDT' }]);
  expect(account).toMatchObject({ tabs: 'three', favourites: [] });
});

it('keeps a tap while there is no network, shows it, and tells it when there is one', async () => {
  logIn();
  begin();
  await isSynced();
  isCut = true;
  setFavourite('BTC/USDT', true);
  changePreferences({ appearance: 'light' });
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  await settled();
  expect(preferences()).toMatchObject({ appearance: 'light', favourites: ['BTC/USDT'] });
  expect(said).toEqual([]);
  isCut = false;
  sync?.read();
  await isSynced();
  expect(account).toMatchObject({ appearance: 'light', favourites: ['BTC/USDT'] });
});

it('tells at the next start of the page what it could not tell before', async () => {
  logIn();
  begin();
  await isSynced();
  isCut = true;
  setFavourite('BTC/USDT', true);
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  await settled();
  sync?.stop();
  isCut = false;
  begin();
  await isSynced();
  expect([account.favourites, preferences().favourites]).toEqual([['BTC/USDT'], ['BTC/USDT']]);
});

it('tries again by itself', async () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  try {
    logIn();
    isCut = true;
    begin();
    await jest.advanceTimersByTimeAsync(0);
    expect(ownPreferences()?.account).toBeNull();
    isCut = false;
    await jest.advanceTimersByTimeAsync(1000);
    expect(ownPreferences()?.account).not.toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

it('gives up what is refused for good, in the server’s words, and nothing else', async () => {
  logIn();
  begin();
  await isSynced();
  refusal = { type: 'error', message: 'At most 200', code: 'account.favourites-full' };
  setFavourite('BTC/USDT', true);
  expect(preferences().favourites).toEqual(['BTC/USDT']);
  await waitFor(() => expect(said).toEqual(['At most 200']));
  expect([preferences().favourites, ownPreferences()?.stars]).toEqual([[], {}]);
  refusal = { type: 'error', message: 'Too many requests', code: 'request.too-many' };
  calls.length = 0;
  setFavourite('ETH/USDT', true);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  await settled();
  expect([said, preferences().favourites]).toEqual([['At most 200'], ['ETH/USDT']]);
  refusal = null;
  sync?.read();
  await isSynced();
  expect(account.favourites).toEqual(['ETH/USDT']);
});

it('reads what other devices have chosen when it is asked to, but not again at once', async () => {
  logIn();
  begin();
  await isSynced();
  calls.length = 0;
  account = { ...account, revision: 9, favourites: ['XRP/USDT'], appearance: 'light' };
  sync?.read();
  expect(calls).toEqual([]);
  steady += 5000;
  sync?.read();
  await isSynced();
  expect(sent()).toEqual([['preferences', {}]]);
  expect(preferences()).toMatchObject({ appearance: 'light', favourites: ['XRP/USDT'] });
});

it('speaks the language of the account, and asks for replies in it', async () => {
  account = { ...account, language: 'es' };
  logIn();
  begin();
  await isSynced();
  expect([document.documentElement.lang, preferences().language, readStored('language-mark')]).toEqual([
    'es',
    'es',
    'mark of es',
  ]);
  await speak('en');
  changePreferences({ language: 'en' });
  await isSynced();
  expect([account.language, readStored('language-mark'), document.documentElement.lang]).toEqual([
    'en',
    'mark of en',
    'en',
  ]);
});

it('sends nothing with the token of another login', async () => {
  logIn();
  begin();
  await isSynced();
  calls.length = 0;
  beginSession('token of 8');
  setFavourite('BTC/USDT', true);
  sync?.read();
  rememberUser({ id: 8 } as SessionUser);
  setFavourite('ETH/USDT', true);
  expect(sync?.isAlive()).toBe(false);
  await settled();
  expect(calls).toEqual([]);
  expect([preferences().favourites, ownPreferences()?.stars]).toEqual([['ETH/USDT'], { 'ETH/USDT': true }]);
});

it('takes no reply that comes after the log-out', async () => {
  let reply = () => {};
  const { fetch } = globalThis;
  globalThis.fetch = async (...given) => {
    await new Promise<void>((resolve) => (reply = resolve));
    return fetch(...given);
  };
  account.favourites = ['BTC/USDT'];
  logIn();
  begin();
  endSession();
  reply();
  await settled();
  expect([preferences().favourites, readStored('own-preferences')]).toEqual([[], null]);
});

describe('a layout', () => {
  const CHART = '{"version":1,"type":"line"}';

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is told once it is at rest, all at once, and what else was chosen does not wait for it', async () => {
    logIn();
    begin();
    await isSynced();
    calls.length = 0;
    for (const value of ['1', '2', '3', '2']) changeLayout('book:BTC/USDT', value);
    changeLayout('chart', CHART);
    setFavourite('BTC/USDT', true);
    await jest.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual([['preferences/favourites/add', { symbol: 'BTC/USDT' }]]);
    expect(preferences().layout).toEqual({ 'book:BTC/USDT': '2', chart: CHART });
    await isSynced();
    expect(sent().slice(1)).toEqual([
      ['preferences', { layout: JSON.stringify({ 'book:BTC/USDT': '2', chart: CHART }) }],
    ]);
  });

  it('does not wait where the page goes out of sight', async () => {
    logIn();
    begin();
    await isSynced();
    calls.length = 0;
    changeLayout('chart', CHART);
    sync?.flush();
    await jest.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual([['preferences', { layout: JSON.stringify({ chart: CHART }) }]]);
  });

  it('is told by its parts, and read of other devices', async () => {
    logIn();
    begin();
    await isSynced();
    calls.length = 0;
    changeLayout('book:BTC/USDT', '2');
    await isSynced();
    expect(sent()).toEqual([['preferences', { layout: '{"book:BTC/USDT":"2"}' }]]);
    account = { ...account, revision: account.revision + 1, layout: { ...account.layout, chart: CHART } };
    steady += 6000;
    sync?.read();
    await waitFor(() => expect(preferences().layout).toEqual({ 'book:BTC/USDT': '2', chart: CHART }));
  });

  it('of a guest is brought along once', async () => {
    changeLayout('chart', CHART);
    logIn();
    begin();
    await isSynced();
    expect(sent()).toEqual([['preferences/merge', { language: 'en', layout: JSON.stringify({ chart: CHART }) }]]);
    sync?.stop();
    endSession();
    calls.length = 0;
    logIn();
    begin();
    await isSynced();
    expect(calls[0]?.[1].layout).toBeUndefined();
  });

  it('waits for a server that knows of layouts, and nothing of it is lost or told without end', async () => {
    isOld = true;
    changeLayout('book:ETH/USDT', '1');
    logIn();
    begin();
    await waitFor(() => expect(ownPreferences()?.account?.revision).toBe(account.revision));
    changeLayout('chart', CHART);
    await jest.advanceTimersByTimeAsync(0);
    expect(sent().map(([path]) => path)).toEqual(['preferences/merge']);
    expect(preferences().layout).toEqual({ 'book:ETH/USDT': '1', chart: CHART });
    isOld = false;
    steady += 6000;
    sync?.read();
    await isSynced();
    expect(account.layout).toEqual({ 'book:ETH/USDT': '1', chart: CHART });
    // And back again, as gateways are exchanged one by one: it is told later, not again and again.
    isOld = true;
    calls.length = 0;
    changeLayout('book:ETH/USDT', '3');
    await waitFor(() => expect(calls).toHaveLength(1));
    await jest.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    expect(preferences().layout['book:ETH/USDT']).toBe('3');
    isOld = false;
    sync?.read();
    await isSynced();
    expect(account.layout['book:ETH/USDT']).toBe('3');
  });
});

import { LAYOUT_PARTS_MAX } from '../../server/contract/rules/layout.rules';
import { LANGUAGES } from '../../server/contract/errors';
import { FAVOURITES_MAX } from '../../server/contract/rules/preferences.rules';
import {
  changeLayout,
  type AccountPreferences,
  broughtPreferences,
  changePreferences,
  directionColoursOf,
  giveUp,
  habitOf,
  ownPreferences,
  parsePreferences,
  preferences,
  setFavourite,
  takeAccount,
} from './preferences';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';
import { readStored, writeStored } from './stored';

describe('colours of gain and loss', () => {
  it.each([
    ['zh', 'red-up'],
    ['zh-Hant', 'red-up'],
    ['ja', 'red-up'],
    ['ko', 'red-up'],
    ['en', 'green-up'],
    ['es', 'green-up'],
    ['th', 'green-up'],
  ] as const)('in %s the habit is %s', (language, habit) => {
    expect(habitOf(language)).toBe(habit);
  });

  it('knows a habit of every language', () => {
    expect(LANGUAGES.map(habitOf).filter((habit) => habit === 'red-up')).toHaveLength(4);
  });

  it('lets the choice win over the habit', () => {
    const preferences = parsePreferences('{"language":"zh","directionColours":"blue-orange"}');
    expect(directionColoursOf(preferences)).toBe('blue-orange');
  });
});

describe('stored preferences', () => {
  it('start in Simplified Chinese, dark and with six tabs', () => {
    expect(parsePreferences(null)).toEqual({
      language: 'zh',
      directionColours: null,
      appearance: 'dark',
      tabs: 'six',
      favourites: [],
      layout: {},
    });
  });

  it.each(['', 'null', '[]', '7', '{"language":"xx","favourites":[1,"BTC/USDT"],"tabs":9}', '{broken'])(
    'bear what is not theirs: %s',
    (text) => {
      const preferences = parsePreferences(text);
      expect(preferences.language).toBe('zh');
      expect(preferences.tabs).toBe('six');
      expect(preferences.favourites.every((symbol) => symbol === 'BTC/USDT')).toBe(true);
    },
  );
});

describe('preferences of whoever is logged in', () => {
  const KEYS = ['preferences', 'own-preferences', 'language-left', 'layout'];
  const logIn = (id: number) => {
    beginSession(`token of ${id}`);
    rememberUser({ id } as SessionUser);
  };
  const account = (change: Partial<AccountPreferences> = {}): AccountPreferences => ({
    language: 'en',
    directionColours: null,
    appearance: 'dark',
    tabs: 'six',
    favourites: [],
    layout: {},
    revision: 1,
    ...change,
  });
  const stored = () => JSON.stringify(KEYS.map((key) => readStored(key)));

  beforeEach(() => {
    endSession();
    for (const key of KEYS) writeStored(key, null);
    changePreferences({});
  });
  afterEach(() => endSession());

  it('are a guest’s until the account has said what it has, which is then what is shown', () => {
    setFavourite('BTC/USDT', true);
    changePreferences({ appearance: 'light' });
    logIn(7);
    expect(preferences()).toMatchObject({ appearance: 'light', favourites: ['BTC/USDT'] });
    expect(ownPreferences()).toEqual({ user: 7, account: null, look: {}, stars: {}, layout: {} });
    takeAccount(7, account({ favourites: ['ETH/USDT', 'BTC/USDT'], tabs: 'three' }), { brought: true });
    expect(preferences()).toMatchObject({
      language: 'en',
      appearance: 'dark',
      tabs: 'three',
      favourites: ['ETH/USDT', 'BTC/USDT'],
    });
  });

  it('show what is wished at once, and keep it until the account was told', () => {
    logIn(7);
    takeAccount(7, account({ favourites: ['BTC/USDT', 'ETH/USDT'] }), {});
    setFavourite('SOL/USDT', true);
    setFavourite('BTC/USDT', false);
    changePreferences({ appearance: 'light', directionColours: null });
    const shown = { appearance: 'light', favourites: ['ETH/USDT', 'SOL/USDT'] };
    expect(preferences()).toMatchObject(shown);
    // What is read meanwhile takes nothing from it.
    takeAccount(7, account({ revision: 2, favourites: ['BTC/USDT', 'ETH/USDT', 'XRP/USDT'] }), {});
    expect(preferences().favourites).toEqual(['ETH/USDT', 'XRP/USDT', 'SOL/USDT']);
    takeAccount(7, account({ revision: 3, favourites: ['ETH/USDT'] }), {
      look: { appearance: 'light', directionColours: null },
      stars: { 'BTC/USDT': false },
    });
    const own = ownPreferences();
    expect([own?.look, own?.stars]).toEqual([{}, { 'SOL/USDT': true }]);
    expect(preferences()).toMatchObject({ appearance: 'dark', favourites: ['ETH/USDT', 'SOL/USDT'] });
  });

  it('keep what was wished otherwise while the account was told', () => {
    logIn(7);
    takeAccount(7, account(), {});
    setFavourite('SOL/USDT', true);
    setFavourite('SOL/USDT', false);
    takeAccount(7, account({ favourites: ['SOL/USDT'] }), { stars: { 'SOL/USDT': true } });
    expect([preferences().favourites, ownPreferences()?.stars]).toEqual([[], { 'SOL/USDT': false }]);
    giveUp(7, { stars: { 'SOL/USDT': false } });
    expect([preferences().favourites, ownPreferences()?.stars]).toEqual([['SOL/USDT'], {}]);
  });

  it('leave nothing to see to the next, but the language to the page', () => {
    changePreferences({ language: 'es', appearance: 'light' });
    logIn(7);
    takeAccount(7, account({ language: 'ja', favourites: ['BTC/USDT'], appearance: 'dark' }), { brought: true });
    endSession();
    expect(preferences()).toMatchObject({ language: 'ja', appearance: 'light', favourites: [] });
    expect(stored()).not.toContain('BTC');
    // The guest was left with the language and has not chosen it: it is not brought into the next account.
    logIn(8);
    expect(broughtPreferences()).toEqual({ appearance: 'light', favourites: [] });
    endSession();
    changePreferences({ language: 'ko' });
    logIn(8);
    expect([preferences().language, broughtPreferences().language]).toEqual(['ko', 'ko']);
  });

  it('keep what could not be told for the user’s next login, and show it to nobody else', () => {
    logIn(7);
    takeAccount(7, account({ favourites: ['BTC/USDT'] }), {});
    setFavourite('SOL/USDT', true);
    changeLayout('book:SOL/USDT', '2');
    endSession();
    expect([preferences().favourites, preferences().layout]).toEqual([[], {}]);
    expect(stored()).not.toContain('BTC');
    logIn(7);
    const [stars, layout] = [{ 'SOL/USDT': true }, { 'book:SOL/USDT': '2' }];
    expect(ownPreferences()).toEqual({ user: 7, account: null, look: {}, stars, layout });
    endSession();
    logIn(8);
    expect([preferences().favourites, preferences().layout]).toEqual([[], {}]);
    expect([ownPreferences()?.stars, ownPreferences()?.layout]).toEqual([{}, {}]);
    takeAccount(8, account(), {});
    endSession();
    logIn(7);
    expect([ownPreferences()?.stars, ownPreferences()?.layout]).toEqual([{}, {}]);
  });

  it('take nothing that is said of another user', () => {
    logIn(7);
    takeAccount(8, account({ favourites: ['BTC/USDT'] }), {});
    endSession();
    takeAccount(7, account({ favourites: ['BTC/USDT'] }), {});
    expect([preferences().favourites, readStored('own-preferences')]).toEqual([[], null]);
  });

  it('follow what another window of the browser has chosen or heard', () => {
    logIn(7);
    takeAccount(7, account(), {});
    const other = { ...ownPreferences(), stars: { 'ETH/USDT': true } };
    writeStored('own-preferences', JSON.stringify(other));
    window.dispatchEvent(new StorageEvent('storage', { key: 'own-preferences' }));
    expect(preferences().favourites).toEqual(['ETH/USDT']);
    // Nor does a choice here undo one there of which this window has not heard.
    writeStored('own-preferences', JSON.stringify({ ...other, look: { tabs: 'three' } }));
    setFavourite('BTC/USDT', true);
    expect(preferences()).toMatchObject({ tabs: 'three', favourites: ['ETH/USDT', 'BTC/USDT'] });
  });

  describe('a layout', () => {
    const CHART = '{"version":1,"type":"line"}';

    it('is kept where a window of the version before writes the account down without it', () => {
      logIn(7);
      takeAccount(7, account({ layout: { chart: CHART } }), {});
      changeLayout('book:BTC/USDT', '2');
      const { layout: _unknown, account: stored, ...others } = ownPreferences()!;
      const { layout: _neither, ...old } = stored!;
      writeStored('own-preferences', JSON.stringify({ ...others, account: { ...old, revision: 5 } }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'own-preferences' }));
      expect(preferences().layout).toEqual({ chart: CHART, 'book:BTC/USDT': '2' });
      expect(ownPreferences()).toMatchObject({ account: { revision: 5 }, layout: { 'book:BTC/USDT': '2' } });
    });

    it('of a guest has no more parts than an account takes: the oldest give way', () => {
      for (let part = 0; part <= LAYOUT_PARTS_MAX; part += 1) changeLayout(`book:M${part}/USDT`, '1');
      const parts = Object.keys(preferences().layout);
      expect([parts.length, parts[0], parts.at(-1)]).toEqual([
        LAYOUT_PARTS_MAX,
        'book:M1/USDT',
        `book:M${LAYOUT_PARTS_MAX}/USDT`,
      ]);
    });

    it('is a guest’s until it is known what the account has, and is brought into one account alone', () => {
      changeLayout('chart', CHART);
      changeLayout('book:BTC/USDT', '2');
      changeLayout('book:BTC/USDT', null);
      logIn(7);
      expect(preferences().layout).toEqual({ chart: CHART });
      takeAccount(7, account({ layout: { chart: CHART } }), { brought: true });
      endSession();
      expect(preferences().layout).toEqual({});
      logIn(8);
      expect([preferences().layout, broughtPreferences().layout]).toEqual([{}, undefined]);
    });

    it('that the server did not take stays the browser’s, and is shown', () => {
      changeLayout('chart', CHART);
      logIn(7);
      takeAccount(7, account({ layout: null }), { brought: true });
      expect([preferences().layout, broughtPreferences().layout]).toEqual([{ chart: CHART }, { chart: CHART }]);
    });

    it('of which a reply says nothing is what it was', () => {
      logIn(7);
      takeAccount(7, account({ layout: { chart: CHART } }), {});
      takeAccount(7, account({ layout: null, revision: 2 }), {});
      expect(preferences().layout).toEqual({ chart: CHART });
      expect(ownPreferences()?.account).toMatchObject({ revision: 2, layout: { chart: CHART } });
    });

    it('is wished part by part, over what the account has', () => {
      logIn(7);
      takeAccount(7, account({ layout: { chart: CHART, 'book:BTC/USDT': '2' } }), {});
      changeLayout('book:ETH/USDT', '1');
      changeLayout('book:BTC/USDT', null);
      expect(preferences().layout).toEqual({ chart: CHART, 'book:ETH/USDT': '1' });
      // Another device has chosen another market meanwhile.
      const sent = { layout: { 'book:ETH/USDT': '1', 'book:BTC/USDT': '' } };
      takeAccount(7, account({ layout: { chart: CHART, 'book:ETH/USDT': '1', 'book:SOL/USDT': '3' } }), sent);
      expect([ownPreferences()?.layout, preferences().layout['book:SOL/USDT']]).toEqual([{}, '3']);
    });

    it('of the device, as versions before have kept it, becomes a guest’s once', () => {
      writeStored('chart', CHART);
      writeStored('book-groups', '{"BTC/USDT":2,"no market":1}');
      writeStored('own-preferences', JSON.stringify({ user: 7, account: { revision: 3, tabs: 'three' } }));
      jest.isolateModules(() => {
        const fresh = jest.requireActual<typeof import('./preferences')>('./preferences');
        const session = jest.requireActual<typeof import('./session')>('./session');
        expect(fresh.preferences().layout).toEqual({ chart: CHART, 'book:BTC/USDT': '2' });
        // What was kept of an account says nothing of a layout: the device's is shown until it is known.
        session.beginSession('token of 7');
        session.rememberUser({ id: 7 } as SessionUser);
        expect(fresh.preferences()).toMatchObject({ tabs: 'three', layout: { chart: CHART, 'book:BTC/USDT': '2' } });
        session.endSession();
      });
      expect(['chart', 'book-groups'].map((key) => window.localStorage.getItem(key))).toEqual([null, null]);
    });
  });

  it.each(['', '7', '{"user":7}', '{"user":7,"account":{"revision":"x"},"look":[],"stars":{"A":1}}', '{broken'])(
    'bear what is not theirs: %s',
    (text) => {
      writeStored('own-preferences', text);
      logIn(7);
      expect(ownPreferences()).toEqual({ user: 7, account: null, look: {}, stars: {}, layout: {} });
    },
  );

  it('of a guest are two hundred favourites at most', () => {
    for (let number = 0; number <= FAVOURITES_MAX; number += 1) setFavourite(`T${number}/USDT`, true);
    expect(preferences().favourites).toHaveLength(FAVOURITES_MAX);
    expect(preferences().favourites.at(-1)).toBe(`T${FAVOURITES_MAX - 1}/USDT`);
  });
});

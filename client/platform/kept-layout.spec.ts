import { broughtLayout, keptLayout, layoutText } from './kept-layout';
import { ownPreferences, takeAccount } from './preferences';
import { beginSession, endSession, rememberUser, type SessionUser } from './session';
import { readStored, writeStored } from './stored';

const ACCOUNT = {
  language: 'en',
  directionColours: null,
  appearance: 'dark',
  tabs: 'six',
  chart: null,
  books: null,
  favourites: [],
} as const;
const account = (part: object, revision = 1) => ({ ...ACCOUNT, favourites: [], revision, ...part });
const BTC = '{"BTC/USDT":2}';
const ETH = '{"ETH/USDT":1}';

function logIn(id = 7): void {
  beginSession(`token of ${id}`);
  rememberUser({ id } as SessionUser);
}

beforeEach(() => {
  for (const key of ['chart', 'book-groups', 'preferences', 'own-preferences']) writeStored(key, null);
});
afterEach(() => endSession());

describe('a layout', () => {
  it('of a guest is the browser’s, and what the account has is shown to who logs in', () => {
    const books = keptLayout('books', (text) => text);
    books.keep(BTC);
    expect([books.get(), readStored('book-groups')]).toEqual([BTC, BTC]);
    logIn();
    // Until the account has said what it has, and where it has nothing.
    expect(books.get()).toBe(BTC);
    takeAccount(7, account({ books: ETH }), {});
    expect(books.get()).toBe(ETH);
    endSession();
    expect([books.get(), readStored('book-groups')]).toEqual([BTC, BTC]);
  });

  it('of somebody who is logged in is told to the account and leaves nothing in the browser of a guest', () => {
    const books = keptLayout('books', (text) => text);
    let told = 0;
    books.subscribe(() => {
      told += 1;
    });
    logIn();
    books.keep(BTC);
    expect([books.get(), told, ownPreferences()?.look]).toEqual([BTC, 1, { books: BTC }]);
    books.keep(null);
    expect([books.get(), ownPreferences()?.look]).toEqual(['{}', { books: '{}' }]);
    expect(readStored('book-groups')).toBeNull();
    endSession();
    expect(books.get()).toBeNull();
  });

  it('that the account would not take is not brought along', () => {
    writeStored('book-groups', BTC);
    writeStored('chart', '{"drawings":[]}');
    expect(broughtLayout()).toEqual({ books: BTC });
    writeStored('book-groups', '{broken');
    expect([broughtLayout(), layoutText('books')]).toEqual([{}, '{broken']);
  });
});

import { useSyncExternalStore } from 'react';
import type { Language } from '../../server/contract/errors';
import { bookPart, CHART_PART, LAYOUT_PARTS_MAX, type Layout } from '../../server/contract/rules/layout.rules';
import { FAVOURITES_MAX } from '../../server/contract/rules/preferences.rules';
import {
  chosenIn,
  DEFAULTS,
  type DirectionColours,
  type Fields,
  fieldsOf,
  layoutIn,
  type Look,
  parsePreferences,
  type Preferences,
  storedFields,
} from './chosen-preferences';
import { observable } from './observable';
import { onSessionChange, onUserChange, sessionUserId } from './session';
import { readStored, writeStored } from './stored';

export { type DirectionColours, type Look, parsePreferences, type Preferences };

/**
 * What the account said that it has; higher revisions are newer. A layout is null as long as it is not known: a server of the version before
 * says nothing of it, and neither does what an older version of this page has kept.
 */
export type AccountPreferences = Omit<Preferences, 'layout'> & { revision: number; layout: Layout | null };

/** What was chosen here and the account may not have yet: of each thing the last wish. */
export interface Wishes {
  look: Partial<Look>;
  stars: Readonly<Record<string, boolean>>;
  /** Parts of the layout; the empty text: as everybody has it. */
  layout: Layout;
}

/** The preferences of the user that is logged in, as this browser keeps them. */
export interface OwnPreferences extends Wishes {
  user: number;
  /** Null: nothing was read since the login. */
  account: AccountPreferences | null;
}

/** Of a guest. */
const KEY = 'preferences';
/** Of a guest's layout, which is longer than all else together. */
const LAYOUT_KEY = 'layout';
const OWN_KEY = 'own-preferences';
/** Where the versions before kept the layout of the device. */
const OLD_CHART_KEY = 'chart';
const OLD_BOOKS_KEY = 'book-groups';
/** The language that the page spoke when somebody logged out: it stays, without having been chosen by the guest. */
const LEFT_KEY = 'language-left';

const RED_UP: readonly Language[] = ['zh', 'zh-Hant', 'ja', 'ko'];

/** Red means up in Chinese, Japanese and Korean habit, green elsewhere. */
export function habitOf(language: Language): DirectionColours {
  return RED_UP.includes(language) ? 'red-up' : 'green-up';
}

export function directionColoursOf(preferences: Preferences): DirectionColours {
  return preferences.directionColours ?? habitOf(preferences.language);
}

takeOldLayout();
let own = readOwn(sessionUserId());
const store = observable(effective());

export const preferences = store.get;
export const onPreferences = store.subscribe;

export function usePreferences(): Preferences {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The language that figures are written in: cheaper than the words where there are no words. */
export function useLanguage(): Language {
  return useSyncExternalStore(store.subscribe, () => store.get().language);
}

export function changePreferences(change: Partial<Look>): void {
  const user = sessionUserId();
  const stored = readOwn(user);
  if (stored) return storeOwn({ ...stored, look: { ...stored.look, ...change } });
  if (change.language) writeStored(LEFT_KEY, null);
  storeGuest({ ...guestPreferences(), ...change });
}

/** Marks the market with a star, or takes the star away. */
export function setFavourite(symbol: string, isOne: boolean): void {
  const stored = readOwn(sessionUserId());
  if (stored) return storeOwn({ ...stored, stars: { ...stored.stars, [symbol]: isOne } });
  const guest = guestPreferences();
  const others = (guest.favourites ?? []).filter((favourite) => favourite !== symbol);
  storeGuest({ ...guest, favourites: isOne ? [...others, symbol].slice(0, FAVOURITES_MAX) : others });
}

/** Chooses a part of the layout; null: as everybody has it. */
export function changeLayout(part: string, value: string | null): void {
  const stored = readOwn(sessionUserId());
  if (stored) return storeOwn({ ...stored, layout: { ...stored.layout, [part]: value ?? '' } });
  const guest = guestPreferences();
  const { [part]: _before, ...others } = guest.layout ?? {};
  const layout = Object.entries(chosenParts({ ...others, [part]: value ?? '' }));
  // The oldest give way: an account takes no more.
  storeGuest({ ...guest, layout: Object.fromEntries(layout.slice(-LAYOUT_PARTS_MAX)) });
}

/** The parts that are chosen, without those that are taken back. */
function chosenParts(layout: Layout): Layout {
  return Object.fromEntries(Object.entries(layout).filter(([, value]) => value !== ''));
}

/** What a guest has chosen in this browser. */
function guestPreferences(): Partial<Preferences> {
  const layout = readStored(LAYOUT_KEY);
  return chosenIn({ ...storedFields(readStored(KEY)), ...(layout !== null && { layout: storedFields(layout) }) });
}

/** What the versions before kept of the device's layout becomes that of a guest, once. */
function takeOldLayout(): void {
  const [chart, books] = [readStored(OLD_CHART_KEY), readStored(OLD_BOOKS_KEY)];
  if (chart === null && books === null) return;
  const steps = Object.entries(storedFields(books)).map(([symbol, step]) => [bookPart(symbol), String(step)]);
  const old = layoutIn({ ...Object.fromEntries(steps), ...(chart !== null && { [CHART_PART]: chart }) });
  const guest = guestPreferences();
  // First: a storage that is full needs the room that they leave.
  for (const key of [OLD_CHART_KEY, OLD_BOOKS_KEY]) writeStored(key, null);
  writeGuest({ ...guest, layout: chosenParts({ ...old, ...guest.layout }) });
}

/** What somebody who logs in brings along: the language only if the guest has chosen it and not merely been left with it. */
export function broughtPreferences(): Partial<Preferences> {
  const { language, ...others } = guestPreferences();
  return language === undefined || leftLanguage() !== undefined ? others : { ...others, language };
}

/** The preferences of who is logged in; null for a guest. */
export function ownPreferences(): OwnPreferences | null {
  return readOwn(sessionUserId());
}

/**
 * The account has said what it has. Wishes that it was told of are gone, but for what has been wished otherwise since; what a
 * guest had is the account's now, where it was brought along.
 */
export function takeAccount(
  user: number,
  account: AccountPreferences,
  done: Partial<Wishes> & { brought?: boolean },
): void {
  const stored = readOwn(sessionUserId());
  if (stored?.user !== user) return;
  if (done.brought) {
    // A layout that the server did not take is brought along another time.
    const taken = account.layout === null ? { favourites: [] } : { favourites: [], layout: {} };
    writeGuest({ ...guestPreferences(), ...taken });
  }
  const layout = account.layout ?? stored.account?.layout ?? null;
  storeOwn({ user, account: { ...account, layout }, ...rest(stored, done) });
}

/** The wishes that are left after some are done. */
function rest(wishes: Wishes, { look, stars, layout }: Partial<Wishes>): Wishes {
  return {
    look: without(wishes.look, look),
    stars: without(wishes.stars, stars),
    layout: without(wishes.layout, layout),
  };
}

/** Wishes that the account has refused for good are given up. */
export function giveUp(user: number, wishes: Partial<Wishes>): void {
  const stored = readOwn(sessionUserId());
  if (stored?.user === user) storeOwn({ ...stored, ...rest(stored, wishes) });
}

function without<Kind extends object>(wishes: Kind, done: Partial<Kind> = {}): Kind {
  const acknowledged = fieldsOf(done);
  return Object.fromEntries(Object.entries(wishes).filter(([name, wish]) => acknowledged[name] !== wish)) as Kind;
}

function storeGuest(guest: Partial<Preferences>): void {
  writeGuest(guest);
  store.set(effective());
}

function writeGuest({ layout = {}, ...guest }: Partial<Preferences>): void {
  writeStored(KEY, JSON.stringify(guest));
  writeStored(LAYOUT_KEY, Object.keys(layout).length === 0 ? null : JSON.stringify(layout));
}

function storeOwn(stored: OwnPreferences): void {
  writeStored(OWN_KEY, JSON.stringify(stored));
  own = stored;
  store.set(effective());
}

function leftLanguage(): Language | undefined {
  return chosenIn({ language: readStored(LEFT_KEY) }).language;
}

/** What the page goes by: what the account has, or the guest, and what was wished since. */
function effective(): Preferences {
  const language = leftLanguage();
  const guest = { ...DEFAULTS, ...guestPreferences(), ...(language && { language }) };
  if (own === null) return guest;
  const { account, look, stars } = own;
  const { favourites, ...base } = account ?? guest;
  const layout = chosenParts({ ...(account?.layout ?? guest.layout), ...own.layout });
  const left = favourites.filter((symbol) => stars[symbol] !== false);
  const added = Object.keys(stars).filter((symbol) => stars[symbol] && !left.includes(symbol));
  return { ...base, ...look, layout, favourites: [...left, ...added] };
}

/** What is kept of the user; of anybody else nothing is taken. */
function readOwn(user: number | null): OwnPreferences | null {
  if (user === null) return null;
  const stored = storedFields(readStored(OWN_KEY));
  if (stored.user !== user) return { user, account: null, look: {}, stars: {}, layout: {} };
  const account = fieldsOf(stored.account);
  const { favourites: _none, layout: _neither, ...look } = chosenIn(fieldsOf(stored.look));
  const { revision } = account;
  const known = chosenIn(account);
  return {
    user,
    account: typeof revision === 'number' ? { ...DEFAULTS, ...known, layout: known.layout ?? null, revision } : null,
    look,
    stars: starsIn(fieldsOf(stored.stars)),
    layout: layoutIn(fieldsOf(stored.layout)),
  };
}

function starsIn(fields: Fields): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([symbol, wish]) => (typeof wish === 'boolean' ? [[symbol, wish] as const] : [])),
  );
}

/** Somebody has logged in or out: nothing of the one before is shown any more, but that the language stays. */
function follow(): void {
  const user = sessionUserId();
  if (user === (own?.user ?? null)) return;
  if (own) leave(own.user);
  own = readOwn(user);
  store.set(effective());
}

/** What could not be told yet waits for the user's next login; the next user's takes its place. */
function leave(user: number): void {
  writeStored(LEFT_KEY, store.get().language);
  // Another window may have gone on to another user already.
  const stored = storedFields(readStored(OWN_KEY)).user === user ? readOwn(user) : null;
  if (!stored) return;
  const isSynced = Object.keys({ ...stored.look, ...stored.stars, ...stored.layout }).length === 0;
  writeStored(OWN_KEY, isSynced ? null : JSON.stringify({ ...stored, account: null }));
}

onSessionChange(follow);
onUserChange(follow);
if (typeof window !== 'undefined') {
  // What another window of this browser has chosen or heard.
  window.addEventListener('storage', ({ key }) => {
    if (key !== OWN_KEY || own === null) return;
    const [before, heard] = [own, readOwn(own.user)];
    // A page of the version before keeps the account without its layout, and drops what waits of it.
    if (heard?.account && heard.account.layout === null && before.account?.layout)
      return storeOwn({
        ...heard,
        account: { ...heard.account, layout: before.account.layout },
        layout: before.layout,
      });
    own = heard;
    store.set(effective());
  });
}

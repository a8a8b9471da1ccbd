import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from '../../server/contract/errors';
import { observable } from './observable';
import { readStored, writeStored } from './stored';

export const DIRECTION_COLOURS = ['red-up', 'green-up', 'blue-orange'] as const;
export type DirectionColours = (typeof DIRECTION_COLOURS)[number];

export interface Preferences {
  language: Language;
  /** `null`: the habit of the language. */
  directionColours: DirectionColours | null;
  appearance: 'dark' | 'light';
  /** How many tabs the bar has: Home, Coins, Assets, or the six of the full reading. */
  tabs: 'three' | 'six';
  favourites: string[];
  /** Single keys fill in the ticket of a trading page. */
  orderKeys: boolean;
}

const KEY = 'preferences';
const DEFAULTS: Preferences = {
  language: 'zh',
  directionColours: null,
  appearance: 'dark',
  tabs: 'six',
  favourites: [],
  orderKeys: false,
};

const RED_UP: readonly Language[] = ['zh', 'zh-Hant', 'ja', 'ko'];

/** Red means up in Chinese, Japanese and Korean habit, green elsewhere. */
export function habitOf(language: Language): DirectionColours {
  return RED_UP.includes(language) ? 'red-up' : 'green-up';
}

export function directionColoursOf(preferences: Preferences): DirectionColours {
  return preferences.directionColours ?? habitOf(preferences.language);
}

/** Takes what was stored, by an older version perhaps, and leaves out whatever is not valid. */
export function parsePreferences(text: string | null): Preferences {
  let stored: Partial<Preferences>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Partial<Preferences>;
  } catch {
    return DEFAULTS;
  }
  const { language, directionColours, favourites } = stored;
  return {
    language: LANGUAGES.find((known) => known === language) ?? DEFAULTS.language,
    directionColours: DIRECTION_COLOURS.find((known) => known === directionColours) ?? null,
    appearance: stored.appearance === 'light' ? 'light' : 'dark',
    tabs: stored.tabs === 'three' ? 'three' : 'six',
    favourites: Array.isArray(favourites)
      ? favourites.filter((symbol) => typeof symbol === 'string').slice(0, 200)
      : [],
    orderKeys: stored.orderKeys === true,
  };
}

const store = observable(parsePreferences(readStored(KEY)));

export const preferences = store.get;
export const onPreferences = store.subscribe;

export function changePreferences(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change });
  writeStored(KEY, JSON.stringify(store.get()));
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The language that figures are written in: cheaper than the words where there are no words. */
export function useLanguage(): Language {
  return useSyncExternalStore(store.subscribe, () => store.get().language);
}

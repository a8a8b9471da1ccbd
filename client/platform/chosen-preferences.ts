import { LANGUAGES, type Language } from '../../server/contract/errors';
import { isLayoutPart, type Layout } from '../../server/contract/rules/layout.rules';
import {
  APPEARANCES,
  DIRECTION_COLOURS,
  FAVOURITES_MAX,
  TAB_BARS,
} from '../../server/contract/rules/preferences.rules';

export type DirectionColours = (typeof DIRECTION_COLOURS)[number];

export interface Preferences {
  language: Language;
  /** `null`: the habit of the language. */
  directionColours: DirectionColours | null;
  appearance: (typeof APPEARANCES)[number];
  /** How many tabs the bar has: Home, Coins, Assets, or the six of the full reading. */
  tabs: (typeof TAB_BARS)[number];
  favourites: string[];
  /** How charts look and how coarse books are, by its parts: those that are as everybody has them are not there. */
  layout: Layout;
}

/** What is chosen as a whole; favourites are added and removed one by one, and a layout is chosen part by part. */
export type Look = Omit<Preferences, 'favourites' | 'layout'>;

export const DEFAULTS: Preferences = {
  language: 'zh',
  directionColours: null,
  appearance: 'dark',
  tabs: 'six',
  favourites: [],
  layout: {},
};

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** The fields of what was stored; none where it is nothing that was stored by us. */
export function storedFields(text: string | null): Fields {
  try {
    return fieldsOf(JSON.parse(text ?? '{}') as unknown);
  } catch {
    return {};
  }
}

/** The sound ones of the parts of a layout. */
export function layoutIn(fields: Fields): Layout {
  const parts = Object.entries(fields).filter((part): part is [string, string] => isLayoutPart(...part));
  return Object.fromEntries(parts);
}

/** What of these fields is a choice; whatever is not valid, by an older version or nobody's, is left out. */
export function chosenIn(fields: Fields): Partial<Preferences> {
  const { directionColours, favourites, layout } = fields;
  const language = LANGUAGES.find((known) => known === fields.language);
  const colours = DIRECTION_COLOURS.find((known) => known === directionColours) ?? null;
  const appearance = APPEARANCES.find((known) => known === fields.appearance);
  const tabs = TAB_BARS.find((known) => known === fields.tabs);
  const symbols: unknown[] | null = Array.isArray(favourites) ? favourites : null;
  return {
    ...(language && { language }),
    ...((colours ?? directionColours) === colours && { directionColours: colours }),
    ...(appearance && { appearance }),
    ...(tabs && { tabs }),
    ...(symbols && { favourites: symbols.filter((one) => typeof one === 'string').slice(0, FAVOURITES_MAX) }),
    ...(layout !== undefined && layout !== null && { layout: layoutIn(fieldsOf(layout)) }),
  };
}

/** Takes what was stored, by an older version perhaps, and leaves out whatever is not valid. */
export function parsePreferences(text: string | null): Preferences {
  return { ...DEFAULTS, ...chosenIn(storedFields(text)) };
}

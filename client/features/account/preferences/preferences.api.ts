import type { PreferencesView } from '../../../../server/contract/account/preferences.dto';
import type { Layout } from '../../../../server/contract/rules/layout.rules';
import { COLOURS_BY_HABIT } from '../../../../server/contract/rules/preferences.rules';
import { get, post } from '../../../platform/api';
import { chosenIn, DEFAULTS } from '../../../platform/chosen-preferences';
import type { AccountPreferences, Look, Preferences } from '../../../platform/preferences';

/** What fails is tried again, or said by who asks. */
const QUIET = { quiet: true };

/** What the account has, and the mark by which replies come in its language. */
export interface SyncedPreferences {
  account: AccountPreferences;
  mark: string;
}

export const readAccount = (): Promise<SyncedPreferences> => accountOf(get<PreferencesView>('preferences', {}, QUIET));

export const sendLook = (look: Partial<Look>): Promise<SyncedPreferences> =>
  accountOf(post<PreferencesView>('preferences', fieldsOf(look), QUIET));

export const sendLayout = (layout: Layout): Promise<SyncedPreferences> =>
  accountOf(post<PreferencesView>('preferences', partsOf(layout), QUIET));

export const sendStar = (symbol: string, isOne: boolean): Promise<SyncedPreferences> =>
  accountOf(post<PreferencesView>(`preferences/favourites/${isOne ? 'add' : 'remove'}`, { symbol }, QUIET));

/** What is as everybody has it who has chosen nothing is no choice, but for the language. */
export function mergeGuest(guest: Partial<Preferences>): Promise<SyncedPreferences> {
  const { language, favourites = [], appearance, tabs, directionColours, layout = {} } = guest;
  // Never a name of ours, and it would be taken for several.
  const symbols = favourites.filter((symbol) => !symbol.includes(',')).join(',');
  const look = {
    ...(language && { language }),
    ...(appearance !== DEFAULTS.appearance && { appearance }),
    ...(tabs !== DEFAULTS.tabs && { tabs }),
    ...(directionColours && { directionColours }),
  };
  return accountOf(
    post<PreferencesView>(
      'preferences/merge',
      { ...fieldsOf(look), ...partsOf(layout), ...(symbols && { symbols }) },
      QUIET,
    ),
  );
}

function fieldsOf({ language, appearance, tabs, directionColours }: Partial<Look>): Record<string, string> {
  return {
    ...(language && { language }),
    ...(appearance && { appearance }),
    ...(tabs && { tabs }),
    ...(directionColours !== undefined && { direction_colours: directionColours ?? COLOURS_BY_HABIT }),
  };
}

function partsOf(layout: Layout): Record<string, string> {
  return Object.keys(layout).length === 0 ? {} : { layout: JSON.stringify(layout) };
}

/** A server of the version before says nothing of a layout. */
type Reply = Omit<PreferencesView, 'layout'> & Partial<Pick<PreferencesView, 'layout'>>;

async function accountOf(reply: Promise<Reply>): Promise<SyncedPreferences> {
  const { revision, language_mark, language, direction_colours, appearance, tabs, layout, favourites } = await reply;
  const chosen = chosenIn({ language, directionColours: direction_colours, appearance, tabs, layout, favourites });
  return { account: { ...DEFAULTS, ...chosen, layout: chosen.layout ?? null, revision }, mark: language_mark };
}

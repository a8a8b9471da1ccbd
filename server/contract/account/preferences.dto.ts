import { IsIn } from 'class-validator';
import { APPEARANCES, COLOURS_BY_HABIT, DIRECTION_COLOURS, TAB_BARS } from '../rules/preferences.rules.js';
import { LAYOUT_LENGTH_MAX } from '../rules/layout.rules.js';
import { OptionalText, PlainText } from '../text-fields.js';

/** Of one market: `BTC/USDT`. */
const SYMBOL_MAX = 40;
/** Of as many symbols as there may be favourites, with commas between them. */
const SYMBOLS_MAX = 8000;

/** What is to be changed. What is missing or empty stays as it is, so that two devices do not undo each other's choices. */
export class PreferencesRequest {
  /** `zh`, `zh-Hant`, `en`, `ja`, `ko`, `es`, `th`, or one of the older codes of `set/lang`. */
  @OptionalText(20)
  language?: string;
  /** Colours of gain and loss: `red-up`, `green-up`, `blue-orange`, or `habit`: as the language's readers are used to. */
  @OptionalText(20)
  @IsIn([COLOURS_BY_HABIT, ...DIRECTION_COLOURS])
  direction_colours?: string;
  /** `dark` or `light`. */
  @OptionalText(20)
  @IsIn(APPEARANCES)
  appearance?: string;
  /** How many tabs the bar has: `three` or `six`. */
  @OptionalText(20)
  @IsIn(TAB_BARS)
  tabs?: string;
  /**
   * Parts of the layout that are chosen, a JSON object of texts: `chart` (how charts look, as the client writes it), `book:BTC/USDT` (by how
   * many decimals the books of the market are coarser, `1` to `9`). An empty text: as everybody has it. Parts that are not named stay.
   */
  @OptionalText(LAYOUT_LENGTH_MAX)
  layout?: string;
}

/** What a browser has of somebody who was a guest until now. */
export class MergePreferencesRequest extends PreferencesRequest {
  /** Symbols of favourite markets with commas between them, the first first. */
  @OptionalText(SYMBOLS_MAX)
  symbols?: string;
}

export class FavouriteRequest {
  /** `BTC/USDT` */
  @PlainText(SYMBOL_MAX)
  symbol: string;
}

/** What a user prefers, on every device. An empty text: never chosen. */
export class PreferencesView {
  /** Grows with every change of the following, but for the language; 0 until the first. */
  revision: number;
  /** The one that messages are written in, too. */
  language: string;
  /** Goes back in the header `language-mark`, as that of `set/lang`. */
  language_mark: string;
  direction_colours: string;
  appearance: string;
  tabs: string;
  /** The parts of the layout that were chosen, as in the request. */
  layout: Record<string, string>;
  /** Symbols of the favourite markets, the first first. */
  favourites: string[];
}

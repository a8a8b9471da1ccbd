/** Colours of gain and loss. */
export const DIRECTION_COLOURS = ['red-up', 'green-up', 'blue-orange'] as const;
/** Not one of them, but whatever the language's readers are used to. */
export const COLOURS_BY_HABIT = 'habit';
export const APPEARANCES = ['dark', 'light'] as const;
/** How many tabs the bar has: Home, Coins, Assets, or the six of the full reading. */
export const TAB_BARS = ['three', 'six'] as const;

/** Favourite markets of one user. */
export const FAVOURITES_MAX = 200;

import { useSyncExternalStore } from 'react';
import { bookPart } from '../../../../server/contract/rules/layout.rules';
import { layoutText } from '../../../platform/layout-part';
import { changeLayout, onPreferences } from '../../../platform/preferences';
import { COARSER, type Coarser } from './book-groups';

/** How coarse the books of a market are from now on: one choice for all of them. */
export function storeGroup(symbol: string, coarser: Coarser): void {
  changeLayout(bookPart(symbol), coarser === 0 ? null : String(coarser));
}

/** How coarse the book of a market is shown. */
export function useGroup(symbol: string): Coarser {
  return useSyncExternalStore(onPreferences, () => {
    const step = layoutText(bookPart(symbol));
    return COARSER.find((one) => String(one) === step) ?? 0;
  });
}

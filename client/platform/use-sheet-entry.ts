import { useEffect, useEffectEvent } from 'react';
import { enterSheet } from './sheet-history';

/** While it is open the sheet, or a step within one, has an entry in the history: going back closes it and nothing else. */
export function useSheetEntry(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => (opened ? enterSheet(() => close()) : undefined), [opened]);
}

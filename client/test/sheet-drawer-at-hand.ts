import { SheetDrawer } from '../ui/sheet-drawer';

const drawn = { SheetDrawer };

/**
 * In place of `ui/use-sheet-drawer` in the specs of components: what a sheet is drawn with is there at once, as after
 * the first press. That it comes late is tried in browsers (`sheets.spec.ts`).
 */
export const useSheetDrawer = () => drawn;
export const fetchSheetDrawer = () => Promise.resolve();

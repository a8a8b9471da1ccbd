import { observable } from '../../../../platform/observable';
import { readStored, writeStored } from '../../../../platform/stored';
import { DRAWINGS_KEY } from '../stored-chart';
import { type Drawing, isDrawing } from './drawing';

type Markets = Readonly<Record<string, readonly Drawing[]>>;

const VERSION = 1;
/** Of one market, and markets that are remembered; the one that was drawn on longest ago goes first. */
export const DRAWINGS_MOST = 50;
export const MARKETS_MOST = 40;

/** Takes what was kept and leaves out whatever is not sound. */
export function parseDrawings(text: string | null): Markets {
  try {
    const parsed = (JSON.parse(text ?? '{}') ?? {}) as { version?: unknown; markets?: Record<string, unknown> };
    if (parsed.version !== VERSION || typeof parsed.markets !== 'object') return {};
    const markets = Object.entries(parsed.markets).map(([symbol, drawings]) => [
      symbol,
      Array.isArray(drawings) ? drawings.filter(isDrawing).slice(0, DRAWINGS_MOST) : [],
    ]);
    return Object.fromEntries(markets.slice(-MARKETS_MOST)) as Markets;
  } catch {
    return {};
  }
}

const NONE: readonly Drawing[] = [];

/** The drawings of all markets, kept on this device. */
const store = observable<Markets>(parseDrawings(readStored(DRAWINGS_KEY)));

export const onDrawings = store.subscribe;

export function drawingsOf(symbol: string): readonly Drawing[] {
  return store.get()[symbol] ?? NONE;
}

export function storeDrawings(symbol: string, drawings: readonly Drawing[]): void {
  const { [symbol]: _, ...others } = store.get();
  const all = Object.entries({ ...others, [symbol]: drawings.slice(0, DRAWINGS_MOST) });
  const markets = Object.fromEntries(all.filter(([, own]) => own.length > 0).slice(-MARKETS_MOST));
  store.set(markets);
  const isEmpty = Object.keys(markets).length === 0;
  writeStored(DRAWINGS_KEY, isEmpty ? null : JSON.stringify({ version: VERSION, markets }));
}

export function nextId(drawings: readonly Drawing[]): number {
  return drawings.reduce((most, { id }) => Math.max(most, id), 0) + 1;
}

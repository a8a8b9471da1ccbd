import { createHash } from 'node:crypto';
import { VIEW_SYMBOLS_MAX } from '../../../contract/channels.js';

/** Views that were named but never read, as when a subscription is refused; more than this are forgotten. */
const UNREAD_MAX = 1000;

/**
 * The sets of symbols that clients have on their screens. Equal sets get the same short id, so their subscribers
 * share one room and one frame.
 */
export class TickerViews {
  private readonly read = new Map<string, readonly string[]>();
  private readonly unread = new Map<string, readonly string[]>();

  /**
   * The id of the view with these symbols; null when it is not a list of known symbols, is empty or too long.
   * Never throws, whatever a client sent.
   */
  name(symbols: unknown, isKnown: (symbol: string) => boolean): string | null {
    if (!Array.isArray(symbols) || symbols.length === 0 || symbols.length > VIEW_SYMBOLS_MAX) return null;
    if (!symbols.every((symbol): symbol is string => typeof symbol === 'string' && isKnown(symbol))) return null;
    const view = [...new Set(symbols)].sort();
    const id = createHash('sha256').update(view.join(' ')).digest('base64url').slice(0, 16);
    if (!this.read.has(id)) this.unread.set(id, view);
    const oldest = this.unread.keys().next();
    if (this.unread.size > UNREAD_MAX && !oldest.done) this.unread.delete(oldest.value);
    return id;
  }

  /** The symbols of a view that is being read; none when nobody named it. */
  symbols(id: string): readonly string[] {
    const known = this.read.get(id);
    if (known) return known;
    const view = this.unread.get(id) ?? [];
    this.unread.delete(id);
    if (view.length > 0) this.read.set(id, view);
    return view;
  }

  forget(id: string): void {
    this.read.delete(id);
  }

  get size(): number {
    return this.read.size + this.unread.size;
  }
}

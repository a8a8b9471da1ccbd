import type { ChannelSource, SerialisedState } from '../../platform/realtime/channel-source.js';

interface Versioned<Value> {
  value: Value;
  s: number;
}

/**
 * A small market for tests of the realtime gateway: rows by symbol and a list of trades, with epoch and sequence. It
 * does what the market board does and knows its own truth, so that a client's picture can be compared with it.
 */
export class FakeMarket {
  ep = '1';
  s = 0;
  private readonly rows = new Map<string, Versioned<{ symbol: string; last: string }>>();
  private list: Versioned<{ id: string; price: string }>[] = [];
  /** Trades at or below this sequence are forgotten, so that a resume from there has expired. */
  private forgottenAt = 0;
  /** Called while a snapshot is being made, after it was read. */
  whileReading: () => void = () => undefined;
  readonly released: string[] = [];

  tick(symbol: string, last: string): void {
    this.s += 1;
    this.rows.set(symbol, { value: { symbol, last }, s: this.s });
  }

  trade(price: string): void {
    this.s += 1;
    this.list.push({ value: { id: String(this.s), price }, s: this.s });
    if (this.list.length <= 50) return;
    this.forgottenAt = this.list[this.list.length - 51]?.s ?? 0;
    this.list = this.list.slice(-50);
  }

  newEpoch(ep: string): void {
    this.ep = ep;
    this.s = 0;
    this.forgottenAt = 0;
    for (const row of this.rows.values()) row.s = 0;
    for (const trade of this.list) trade.s = 0;
  }

  view(symbols: string[]): { symbol: string; last: string }[] {
    return symbols.flatMap((symbol) => this.rows.get(symbol)?.value ?? []);
  }

  trades(): { id: string; price: string }[] {
    return this.list.map(({ value }) => value);
  }

  /** Serves `markets.ticker`: the id is the sorted list of symbols. */
  readonly tickerSource: ChannelSource = {
    resolve: (key) => {
      const symbols = (key as { symbols?: unknown }).symbols;
      if (!Array.isArray(symbols) || symbols.length === 0 || symbols.length > 120) return null;
      if (!symbols.every((symbol) => typeof symbol === 'string' && /^[A-Z0-9]+\/USDT$/.test(symbol))) return null;
      return [...new Set(symbols as string[])].sort().join(',');
    },
    snapshot: (id) => this.read(() => this.view(id.split(','))),
    since: (id, ep, s) => {
      if (ep !== this.ep || s > this.s) return 'unknown';
      const changed = id.split(',').flatMap((symbol) => {
        const row = this.rows.get(symbol);
        return row && row.s > s ? [row.value] : [];
      });
      return changed.length === 0 ? 'unchanged' : this.state(changed);
    },
    released: (id) => this.released.push(id),
  };

  /** Serves `markets.trades`. */
  readonly tradesSource: ChannelSource = {
    resolve: (key) => ((key as { symbol?: unknown }).symbol === 'BTC/USDT' ? 'BTC/USDT' : null),
    snapshot: () => this.read(() => this.trades()),
    since: (_id, ep, s) => {
      if (ep !== this.ep || s > this.s || s < this.forgottenAt) return 'unknown';
      const added = this.list.filter((trade) => trade.s > s).map(({ value }) => value);
      return added.length === 0 ? 'unchanged' : this.state(added);
    },
  };

  private read(payload: () => unknown): SerialisedState {
    const state = this.state(payload());
    this.whileReading();
    return state;
  }

  private state(payload: unknown): SerialisedState {
    return { ep: this.ep, s: this.s, payload: JSON.stringify(payload) };
  }
}

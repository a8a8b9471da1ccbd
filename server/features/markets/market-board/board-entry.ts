/** One thing on the board, with the sequence of its last change and its JSON, made once per change. */
export class BoardEntry<Value> {
  private text: string | null = null;
  private encoded: Buffer | null = null;

  constructor(
    readonly value: Value,
    /** Sequence, within the board's epoch, of the update that last changed the value. */
    readonly s: number,
  ) {}

  /** JSON text of the value, the same for everybody who gets it. */
  get json(): string {
    this.text ??= JSON.stringify(this.value);
    return this.text;
  }

  /** Bytes of the text, the same for everybody. */
  get bytes(): Buffer {
    this.encoded ??= Buffer.from(this.json);
    return this.encoded;
  }
}

/** Last trades of one market, each with the sequence that brought it. */
export class TradeTape<Trade> {
  private readonly entries: BoardEntry<Trade>[] = [];
  /** Sequence of the newest trade that no longer fits; what came after it is here in full. */
  private forgotten = 0;

  constructor(private readonly capacity: number) {}

  add(trades: readonly Trade[], s: number): void {
    for (const trade of trades) this.entries.push(new BoardEntry(trade, s));
    const excess = this.entries.length - this.capacity;
    if (excess <= 0) return;
    this.forgotten = this.entries[excess - 1]?.s ?? this.forgotten;
    this.entries.splice(0, excess);
  }

  /** All that is kept, oldest first. */
  all(): readonly BoardEntry<Trade>[] {
    return this.entries;
  }

  get lastChange(): number {
    return this.entries.at(-1)?.s ?? 0;
  }

  /** Trades that came after sequence `s`, oldest first; null when some of them are no longer kept. */
  after(s: number): readonly BoardEntry<Trade>[] | null {
    if (this.lastChange <= s) return [];
    if (this.forgotten > s) return null;
    const first = this.entries.findIndex((entry) => entry.s > s);
    return this.entries.slice(first);
  }
}

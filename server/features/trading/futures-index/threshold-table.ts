const FREE = 0;
const REMOVED = -1;
const SMALLEST = 16;

/** Where an id stands: its price and the number of its list. */
export interface ThresholdPlace {
  price: number;
  list: number;
}

/** From ids (whole numbers above 0) to their places: open addressing over flat arrays, 20 bytes a slot. */
export class ThresholdTable {
  private ids = new Float64Array(SMALLEST);
  private prices = new Float64Array(SMALLEST);
  private lists = new Int32Array(SMALLEST);
  private used = 0;
  private entries = 0;

  get size(): number {
    return this.entries;
  }

  get bytes(): number {
    return this.ids.length * 20;
  }

  get(id: number): ThresholdPlace | null {
    const slot = this.find(id);
    if (this.ids[slot] !== id) return null;
    return { price: this.prices[slot] as number, list: this.lists[slot] as number };
  }

  set(id: number, price: number, list: number): void {
    let slot = this.find(id);
    if (this.ids[slot] !== id) {
      if ((this.used + 1) * 10 > this.ids.length * 7) {
        this.rebuild();
        slot = this.find(id);
      }
      this.ids[slot] = id;
      this.used++;
      this.entries++;
    }
    this.prices[slot] = price;
    this.lists[slot] = list;
  }

  delete(id: number): void {
    const slot = this.find(id);
    if (this.ids[slot] !== id) return;
    this.ids[slot] = REMOVED;
    this.entries--;
  }

  /** Every id that is in it. */
  *keys(): IterableIterator<number> {
    for (const id of this.ids) if (id > 0) yield id;
  }

  /** The slot of the id, or the free one where it would go. */
  private find(id: number): number {
    const mask = this.ids.length - 1;
    let slot = hash(id) & mask;
    while (this.ids[slot] !== FREE && this.ids[slot] !== id) slot = (slot + 1) & mask;
    return slot;
  }

  private rebuild(): void {
    const { ids, prices, lists } = this;
    const slots = slotsFor(this.entries + 1);
    this.ids = new Float64Array(slots);
    this.prices = new Float64Array(slots);
    this.lists = new Int32Array(slots);
    this.used = 0;
    this.entries = 0;
    for (const [slot, id] of ids.entries()) {
      if (id > 0) this.set(id, prices[slot] as number, lists[slot] as number);
    }
  }
}

/** A power of two with at most half of the slots used. */
function slotsFor(entries: number): number {
  let slots = SMALLEST;
  while (slots < entries * 2) slots *= 2;
  return slots;
}

function hash(id: number): number {
  const mixed = Math.imul((id % 0x1_0000_0000) ^ Math.floor(id / 0x1_0000_0000), 0x9e37_79b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

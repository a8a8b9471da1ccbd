/** Entries of a chunk at most; a full one is split into halves. */
const CHUNK = 512;
/** Entries in ascending order of price and id: parallel arrays, of which `size` places are used. */
interface Chunk {
  prices: Float64Array;
  ids: Float64Array;
  size: number;
}

/**
 * Ids ordered by a price, in chunks of flat arrays: 16 bytes an entry and a quarter of air. Insertion and removal cost
 * two binary searches and a move inside one chunk; the ends are read without looking at the rest.
 */
export class SortedThresholds {
  private readonly chunks: Chunk[] = [];
  private entries = 0;

  get size(): number {
    return this.entries;
  }

  /** Bytes of the arrays. */
  get bytes(): number {
    return this.chunks.length * CHUNK * 16;
  }

  add(price: number, id: number): void {
    if (this.chunks.length === 0) this.chunks.push(emptyChunk());
    const at = this.chunkOf(price, id);
    const chunk = this.chunks[at] as Chunk;
    const place = placeIn(chunk, price, id);
    chunk.prices.copyWithin(place + 1, place, chunk.size);
    chunk.ids.copyWithin(place + 1, place, chunk.size);
    chunk.prices[place] = price;
    chunk.ids[place] = id;
    chunk.size++;
    this.entries++;
    if (chunk.size === CHUNK) this.chunks.splice(at + 1, 0, upperHalf(chunk));
  }

  /** Whether the entry was there. */
  remove(price: number, id: number): boolean {
    if (this.chunks.length === 0) return false;
    const at = this.chunkOf(price, id);
    const chunk = this.chunks[at] as Chunk;
    const place = placeIn(chunk, price, id);
    if (place >= chunk.size || chunk.prices[place] !== price || chunk.ids[place] !== id) return false;
    chunk.prices.copyWithin(place, place + 1, chunk.size);
    chunk.ids.copyWithin(place, place + 1, chunk.size);
    chunk.size--;
    this.entries--;
    if (chunk.size === 0) this.chunks.splice(at, 1);
    return true;
  }

  /** Appends the ids of at most `limit` entries at or above a price, the highest first. */
  atOrAbove(price: number, limit: number, into: number[]): void {
    for (let at = this.chunks.length - 1; at >= 0; at--) {
      const chunk = this.chunks[at] as Chunk;
      for (let place = chunk.size - 1; place >= 0; place--) {
        if ((chunk.prices[place] as number) < price || into.length >= limit) return;
        into.push(chunk.ids[place] as number);
      }
    }
  }

  /** Appends the ids of at most `limit` entries at or below a price, the lowest first. */
  atOrBelow(price: number, limit: number, into: number[]): void {
    for (const chunk of this.chunks) {
      for (let place = 0; place < chunk.size; place++) {
        if ((chunk.prices[place] as number) > price || into.length >= limit) return;
        into.push(chunk.ids[place] as number);
      }
    }
  }

  /** Removes all entries at or below a price and appends their ids, without a search for each. */
  takeAtOrBelow(price: number, into: number[]): void {
    let whole = 0;
    for (const chunk of this.chunks) {
      if ((chunk.prices[chunk.size - 1] as number) > price) break;
      for (let place = 0; place < chunk.size; place++) into.push(chunk.ids[place] as number);
      this.entries -= chunk.size;
      whole++;
    }
    this.chunks.splice(0, whole);
    const [first] = this.chunks;
    if (!first) return;
    const count = placeIn(first, price, Number.POSITIVE_INFINITY);
    for (let place = 0; place < count; place++) into.push(first.ids[place] as number);
    first.prices.copyWithin(0, count, first.size);
    first.ids.copyWithin(0, count, first.size);
    first.size -= count;
    this.entries -= count;
  }

  /** The same at or above a price. */
  takeAtOrAbove(price: number, into: number[]): void {
    for (let last = this.chunks.at(-1); last; last = this.chunks.at(-1)) {
      const from = placeIn(last, price, Number.NEGATIVE_INFINITY);
      for (let place = last.size - 1; place >= from; place--) into.push(last.ids[place] as number);
      this.entries -= last.size - from;
      last.size = from;
      if (from > 0) return;
      this.chunks.pop();
    }
  }

  /** The last chunk whose first entry is not after the given one. */
  private chunkOf(price: number, id: number): number {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const chunk = this.chunks[middle] as Chunk;
      if (isAfter(chunk, 0, price, id)) high = middle - 1;
      else low = middle;
    }
    return low;
  }
}

/** Whether the entry at a place comes after the given one. */
function isAfter(chunk: Chunk, place: number, price: number, id: number): boolean {
  const there = chunk.prices[place] as number;
  return there > price || (there === price && (chunk.ids[place] as number) > id);
}

/** The first place whose entry is not before the given one. */
function placeIn(chunk: Chunk, price: number, id: number): number {
  let low = 0;
  let high = chunk.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = chunk.prices[middle] as number;
    if (there < price || (there === price && (chunk.ids[middle] as number) < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function emptyChunk(): Chunk {
  return { prices: new Float64Array(CHUNK), ids: new Float64Array(CHUNK), size: 0 };
}

function upperHalf(chunk: Chunk): Chunk {
  const upper = emptyChunk();
  const half = chunk.size >> 1;
  upper.prices.set(chunk.prices.subarray(half, chunk.size));
  upper.ids.set(chunk.ids.subarray(half, chunk.size));
  upper.size = chunk.size - half;
  chunk.size = half;
  return upper;
}

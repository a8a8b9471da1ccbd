/** A stretch of missing bars, `from <= openAt < to`, Unix milliseconds. */
export interface Gap {
  from: number;
  to: number;
}

/** What is stored of a bar, as far as filling gaps is concerned. */
export interface StoredMark {
  openAt: number;
  revision: number;
  outage: boolean;
}

/**
 * Stretches of `window` without a sound bar. Gaps closer than `join` are one, so that a few flagged minutes cause one
 * request and not many.
 * @param stored ascending; a bar marked as an outage is missing too, because the venue may know it whole
 * @param isOpen whether the market trades at an instant; closed hours are not gaps
 */
export function findGaps(
  window: Gap,
  stored: readonly StoredMark[],
  { length, join, isOpen }: { length: number; join: number; isOpen?: (at: number) => boolean },
): Gap[] {
  const sound = new Set(stored.filter((mark) => !mark.outage).map((mark) => mark.openAt));
  const gaps: Gap[] = [];
  for (let openAt = window.from; openAt < window.to; openAt += length) {
    if (sound.has(openAt) || isOpen?.(openAt) === false) continue;
    const last = gaps.at(-1);
    if (last && openAt - last.to <= join) last.to = openAt + length;
    else gaps.push({ from: openAt, to: openAt + length });
  }
  return gaps;
}

/** Open times of the stored bars that stand at the edge of a stretch that stayed empty. */
export function edgesOf(opens: readonly number[], length: number, isOpen?: (at: number) => boolean): number[] {
  const edges = new Set<number>();
  for (let index = 1; index < opens.length; index += 1) {
    const before = opens[index - 1] as number;
    const after = opens[index] as number;
    if (after - before === length) continue;
    let missing = false;
    for (let at = before + length; at < after && !missing; at += length) missing = isOpen?.(at) !== false;
    if (missing) edges.add(before).add(after);
  }
  return [...edges];
}

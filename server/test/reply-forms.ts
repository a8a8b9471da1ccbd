/** How a value is written, where a reader must know it: an instant's unit, an amount's fixed decimals. */
type Form = 'milliseconds' | 'seconds' | 'number' | 'time' | 'fixed' | 'decimal' | 'hash' | 'words' | 'flag';

const WRITTEN: readonly (readonly [Form, RegExp])[] = [
  // Before numbers: one of digits alone is a hash, too.
  ['hash', /^[0-9a-f]{64}$/],
  ['time', /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/],
  ['fixed', /^[+-]?\d+\.\d{8,}$/],
  ['decimal', /^[+-]?\d+(\.\d+)?$/],
];

function formOf(value: string | number | boolean): Form {
  if (typeof value === 'boolean') return 'flag';
  if (typeof value === 'string') return WRITTEN.find(([, pattern]) => pattern.test(value))?.[0] ?? 'words';
  if (value >= 1e12) return 'milliseconds';
  // Ages in milliseconds are as long: none of ours is between these.
  return value >= 1.5e9 && value < 2.5e9 ? 'seconds' : 'number';
}

/** Of null and of the empty text, the old clients' null, nobody can say how the value would be written. */
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Where an example and an answer are not of one form: a field that only one of them has, a value that is written in another way. Of lists every row of
 * the answer is held against the example's first; an empty one says nothing.
 */
export function formDifferences(example: unknown, answer: unknown, at = ''): string[] {
  if (isNothing(example) || isNothing(answer)) return [];
  if (Array.isArray(example) && Array.isArray(answer)) {
    const isTuple = example.every((part) => typeof part !== 'object');
    return answer.flatMap((part, place) => formDifferences(example[isTuple ? place : 0], part, `${at}/*`));
  }
  if (typeof example === 'object' && typeof answer === 'object') {
    const [shown, given] = [example, answer] as [Record<string, unknown>, Record<string, unknown>];
    return [...new Set([...Object.keys(shown), ...Object.keys(given)])].flatMap((name) => {
      const place = `${at}/${name}`;
      if (!(name in shown)) return [`${place} is answered and not shown`];
      if (!(name in given)) return [`${place} is shown and not answered`];
      return formDifferences(shown[name], given[name], place);
    });
  }
  const forms = [example, answer].map((value) => formOf(value as string | number | boolean));
  return forms[0] === forms[1] ? [] : [`${at} is shown as ${forms[0]}, answered as ${forms[1]}`];
}

/** Marks that Latin, Greek and Cyrillic letters carry; those of other scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Spaces, and what banks and passports put between the parts of a name or leave out. */
const BETWEEN = /[\s.,·・‧•'’`_-]+/gu;

/**
 * Whether two spellings are one person's name: case, width, accents, spaces and dots do not count, nor does which of
 * its parts comes first.
 */
export function isSameName(left: string, right: string): boolean {
  const [one, other] = [partsOf(left), partsOf(right)];
  if (one.length === 0) return false;
  return one.join('') === other.join('') || [...one].sort().join(' ') === [...other].sort().join(' ');
}

function partsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase();
  return plain.split(BETWEEN).filter((part) => part !== '');
}

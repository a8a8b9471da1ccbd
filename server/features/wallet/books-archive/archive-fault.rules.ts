/** What is wrong with a file of the archive, in words for whoever verifies it. */
export class ArchiveFault extends Error {}

/** @throws ArchiveFault unless it holds. */
export function require(holds: boolean, otherwise: () => string): asserts holds {
  if (!holds) throw new ArchiveFault(otherwise());
}

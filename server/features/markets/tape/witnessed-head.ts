/**
 * What the seals of the public tape vouch for beside the prices: the head of a chain that others could want to make anew.
 * Whoever keeps a copy of the published roots can say what it was. Implemented by the audit log, which stands above.
 */
export abstract class WitnessedHead {
  /** Null before the first. */
  abstract read(): Promise<{ seal: string; hash: string } | null>;
}

/**
 * The head of a hash chain that is published with the tape's Merkle roots, so that rewriting the chain later would contradict
 * every copy of those roots. Implemented by the audit log, which depends on the tape and not the other way round.
 */
export abstract class WitnessedHead {
  /** Null before the first. */
  abstract read(): Promise<{ seal: string; hash: string } | null>;
}

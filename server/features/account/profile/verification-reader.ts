/** How far the verification of a person has come, in the words of the wire: 0 none, 1 under review, 2 verified. */
export interface VerificationState {
  basic: 0 | 1 | 2;
  advanced: 0 | 1 | 2;
  /** Empty as long as nothing was handed in. */
  name: string;
  /** Masked: two characters, stars, two characters. */
  cardId: string;
}

/** Tells the state of a user's verification. Implemented by the verification, which stands above the accounts. */
export abstract class VerificationReader {
  abstract read(userId: string): Promise<VerificationState>;
  /** As whom the user was verified; null: as nobody yet. */
  abstract verifiedName(userId: string): Promise<string | null>;
}

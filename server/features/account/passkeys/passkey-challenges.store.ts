import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What is to be signed for what: a login, a passkey that is made in this session, or one act of a user. */
export type ChallengePurpose =
  /** `isNamed` without a user: an account was named that does not exist. */
  | { purpose: 'login'; isNamed: boolean; userId: string | null }
  | { purpose: 'registration'; userId: string; sessionId: string }
  | { purpose: 'proof'; userId: string; confirms: string };

export interface UsedChallenge {
  isNamed: boolean;
  userId: string | null;
  sessionId: string | null;
  confirms: string | null;
}

/** The SQL of what passkeys are asked to sign. */
@Injectable()
export class PasskeyChallengesStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  async put(challenge: string, purpose: ChallengePurpose, times: { at: Date; expiresAt: Date }): Promise<void> {
    const { at, expiresAt } = times;
    await this.source.query(
      `insert into account_passkey_challenge (challenge, purpose, is_named, user_id, session_id, confirms, created_at,
         expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        challenge,
        purpose.purpose,
        purpose.purpose === 'login' ? purpose.isNamed : true,
        purpose.userId,
        purpose.purpose === 'registration' ? purpose.sessionId : null,
        purpose.purpose === 'proof' ? purpose.confirms : null,
        at,
        expiresAt,
      ],
    );
  }

  /** Uses it up and answers for whom it was; null when it is not live, or was given for another purpose. */
  async use(challenge: string, purpose: ChallengePurpose['purpose'], now: Date): Promise<UsedChallenge | null> {
    const [rows]: [UsedChallenge[], number] = await this.source.query(
      `update account_passkey_challenge set used_at = $3
        where challenge = $1 and purpose = $2 and used_at is null and expires_at > $3
        returning is_named as "isNamed", user_id as "userId", session_id as "sessionId", confirms`,
      [challenge, purpose, now],
    );
    return rows[0] ?? null;
  }

  /** Removes those that ran out before the instant, at most so many; answers how many. */
  async prune(before: Date, most: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.source.query(
      `delete from account_passkey_challenge where challenge in
         (select challenge from account_passkey_challenge where expires_at < $1 limit $2)`,
      [before, most],
    );
    return removed;
  }
}

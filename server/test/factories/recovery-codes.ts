import { randomBytes } from 'node:crypto';
import { recoveryDigest, totpContext } from '../../features/account/codes/second-factor.js';
import type { SecretBox } from '../../features/account/users/index.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Codes that replace an authenticator, each good once: several acts at once can bring one each. */
export const RECOVERY_CODES = Array.from(LETTERS, (first) => `${first}${first === 'A' ? 'B' : 'A'}RECOVERY`);

let next = 0;

/** Another one of them at each call. */
export function aRecoveryCode(): string {
  next += 1;
  return RECOVERY_CODES[next % RECOVERY_CODES.length] ?? '';
}

/** Turns an authenticator on for each of the users, with those recovery codes. */
export async function giveAuthenticators(
  sql: { query: (text: string, values: unknown[]) => Promise<unknown> },
  box: SecretBox,
  userIds: readonly string[],
): Promise<void> {
  const secrets = userIds.map((id) => box.seal(randomBytes(20), totpContext(id)));
  await sql.query(
    `insert into account_totp (user_id, secret, created_at, confirmed_at)
     select id, secret, now(), now() from unnest($1::bigint[], $2::bytea[]) as given (id, secret)`,
    [userIds, secrets],
  );
  const owners = userIds.flatMap((id) => RECOVERY_CODES.map(() => id));
  const hashes = userIds.flatMap((id) => RECOVERY_CODES.map((code) => recoveryDigest(box, id, code)));
  await sql.query(
    `insert into account_recovery_code (user_id, code_hash)
     select id, hash from unnest($1::bigint[], $2::bytea[]) as given (id, hash)`,
    [owners, hashes],
  );
}

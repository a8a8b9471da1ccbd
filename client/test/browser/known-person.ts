import { PasswordHasher } from '../../../server/features/account/security/index.js';
import { SecretBox } from '../../../server/features/account/users/index.js';
import { idNumberContext } from '../../../server/features/account/verification/id-number.js';
import type { TestApp } from '../../../server/test/app.js';

/** The user is a person whom an operator has approved at the basic level, as if both steps had been taken on the pages. */
export async function approvePerson(
  { application, owner }: TestApp,
  userId: string,
  name = 'Ann Example',
): Promise<void> {
  const number = application.get(SecretBox).seal(Buffer.from('P1234567'), idNumberContext(userId));
  await owner.query(
    `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
       id_number_digest, address, submitted_at)
     values ($1, 'basic', 'under-review', 1, 'DE', $3, 'passport', $2, sha256($2), 'Street 1', now())`,
    [userId, number, name],
  );
  await owner.query(
    `update verification_case set status = 'verified', version = 2, decided_at = now() where user_id = $1`,
    [userId],
  );
}

/** The user has a fund password already. */
export async function giveFundPassword({ application, owner }: TestApp, userId: string, pin: string): Promise<void> {
  const digest = await application.get(PasswordHasher).hash(pin);
  const set = 'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())';
  await owner.query(set, [userId, digest]);
}

import type { CurrentSession } from '../../../platform/http/access.js';
import { keyOfSession } from '../../../platform/http/keys/key-access.js';
import type { FindUser } from '../../account/users/index.js';

/**
 * Name of the account for its owner. A program's key is shown the number alone: what its owner logs in with, or is reached by, is not its
 * business.
 */
export async function accountOf(findUser: FindUser, { userId, sessionId }: CurrentSession): Promise<string> {
  if (keyOfSession(sessionId) !== null) return userId;
  return (await findUser.execute(userId))?.account ?? userId;
}

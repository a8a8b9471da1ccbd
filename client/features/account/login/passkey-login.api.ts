import type { PasskeyRequestView } from '../../../../server/contract/account/passkeys.dto';
import { post } from '../../../platform/api';
import { askPasskey } from '../../../platform/passkeys';
import { openSession } from './login.api';

const QUIET = { quiet: true };

/** Opens a session of whoever's passkey signs. @throws PasskeyFailed, CallFailed */
export async function logInByPasskey(): Promise<void> {
  const options = await post<PasskeyRequestView>('user/passkey_login/options', {}, QUIET);
  const passkey = await askPasskey(options);
  await openSession(await post<string>('user/passkey_login', { passkey }, QUIET));
}

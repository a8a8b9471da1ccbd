import type { TFunction } from 'i18next';
import type { PasskeyCreationView, PasskeyRequestView } from '../../../server/contract/account/passkeys.dto';
import type { OperatorLoginView } from '../../../server/contract/operations';
import { CallFailed } from '../../platform/api';
import { askPasskey, makePasskey, PasskeyFailed } from '../../platform/passkeys';
import { deskPost } from './desk-call';

type DeskTexts = TFunction<'desk'>;

/** Whoever holds an operator's passkey, and is verified by its device, is let in. */
export function logInByPasskey(t: DeskTexts): Promise<OperatorLoginView> {
  return said(t, async () => {
    const options = await deskPost<PasskeyRequestView>('passkey_login/options');
    return deskPost<OperatorLoginView>('passkey_login', { passkey: await askPasskey(options) });
  });
}

/** The first login: a passkey in the place of the one-time password. */
export function enrolPasskey(t: DeskTexts, invited: { login: string; password: string }): Promise<OperatorLoginView> {
  return said(t, async () => {
    const options = await deskPost<PasskeyCreationView>('enrol/passkey_options', invited);
    const passkey = await makePasskey(options);
    return deskPost<OperatorLoginView>('enrol/passkey', { ...invited, name: t('login.passkeyName'), passkey });
  });
}

/** A fresh proof by one of the operator's own passkeys. */
export function proveByPasskey(t: DeskTexts): Promise<{ passkey: string }> {
  return said(t, async () => {
    const options = await deskPost<PasskeyRequestView>('me/passkeys/proof');
    return { passkey: await askPasskey(options) };
  });
}

/** Another passkey, with a proof. */
export function addDeskPasskey(t: DeskTexts, name: string, proof: object): Promise<unknown> {
  return said(t, async () => {
    const options = await deskPost<PasskeyCreationView>('me/passkeys/options', proof);
    return deskPost('me/passkeys', { name, passkey: await makePasskey(options) });
  });
}

async function said<Answer>(t: DeskTexts, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof PasskeyFailed) throw new CallFailed('refused', t(`passkeys.${failure.problem}`));
    throw failure;
  }
}

import type { PasskeyCreationView, PasskeyRequestView } from '../../server/contract/account/passkeys.dto';

export type PasskeyProblem = 'cancelled' | 'known' | 'failed';

/** Why there is no answer of a passkey, as the page says it. */
export class PasskeyFailed extends Error {
  constructor(readonly problem: PasskeyProblem) {
    super(problem);
    this.name = 'PasskeyFailed';
  }
}

/** Whether the browser knows passkeys here: they belong to a name, on a page that nobody could have changed. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Has a passkey sign; answers JSON text for the server. @throws PasskeyFailed */
export function askPasskey(options: PasskeyRequestView): Promise<string> {
  return answered(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    return startAuthentication({ optionsJSON: options as Request });
  });
}

/** Has the device make a passkey; answers JSON text for the server. @throws PasskeyFailed */
export function makePasskey(options: PasskeyCreationView): Promise<string> {
  return answered(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return startRegistration({ optionsJSON: options as Creation });
  });
}

type Browser = typeof import('@simplewebauthn/browser');
type Request = Parameters<Browser['startAuthentication']>[0]['optionsJSON'];
type Creation = Parameters<Browser['startRegistration']>[0]['optionsJSON'];

/** Browsers do not say whether somebody cancelled or was too slow: so that pages learn nothing of other passkeys. */
const PROBLEMS = new Map<string, PasskeyProblem>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
]);

async function answered(ask: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch (failure) {
    throw new PasskeyFailed(PROBLEMS.get(failure instanceof Error ? failure.name : '') ?? 'failed');
  }
}

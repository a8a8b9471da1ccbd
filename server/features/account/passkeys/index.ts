/** The front door of the passkeys: how one is asked for, read and held against what it signed. */
export { ASKED_MS, described } from './ask-passkey.js';
export { challengeOf, readMadePasskey, readUsedPasskey } from './passkey-answer.rules.js';
export { type PasskeyMade, readMade, readUse } from './passkey-signatures.js';
export { creationFor } from './passkey-creation.js';

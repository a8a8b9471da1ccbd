import { join } from 'node:path';
import { ownSecret } from '../config/own-secrets.js';
import { givenSecret } from '../config/given-secret.js';
import type { SecretsWanted } from '../config/secrets.js';
import { newWebPushKey, publicKeyOf, WEB_PUSH_KEY_FILE } from './web-push-key.js';

/**
 * The private key of this process: the one that the environment gives, else the installation's own, made at its first start.
 * Whoever changes it ends every device's subscription. Empty where neither is there, in production without SECRETS_FOLDER:
 * there is no Web Push then.
 * @throws Error when what is given is no key.
 */
export function webPushKeyOf(
  environment: Record<string, string | undefined>,
  { NODE_ENV, DATA_FOLDER, SECRETS_FOLDER }: SecretsWanted,
): string {
  const given = givenSecret(environment, 'WEB_PUSH_PRIVATE_KEY');
  if (given !== null) return checked(given);
  if (SECRETS_FOLDER !== '') return checked(ownSecret(SECRETS_FOLDER, WEB_PUSH_KEY_FILE, newWebPushKey()));
  if (NODE_ENV === 'production') return '';
  if (NODE_ENV === 'test') return newWebPushKey();
  return checked(ownSecret(join(DATA_FOLDER, 'secrets'), WEB_PUSH_KEY_FILE, newWebPushKey()));
}

function checked(key: string): string {
  try {
    publicKeyOf(key);
    return key;
  } catch (cause) {
    throw new Error('Configuration is not usable. WEB_PUSH_PRIVATE_KEY: a VAPID private key in base64url is required', {
      cause,
    });
  }
}

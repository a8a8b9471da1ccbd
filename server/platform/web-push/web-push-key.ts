import { createECDH } from 'node:crypto';

/** The file of the installation's own key. */
export const WEB_PUSH_KEY_FILE = 'web-push-key';
const CURVE = 'prime256v1';

/** A private key with which an application server names itself to push services (VAPID, RFC 8292): base64url of 32 bytes. */
export function newWebPushKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // A number that begins with zeros is shorter.
  const whole = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return whole.toString('base64url');
}

/** What browsers are given of it. @throws Error for what is no private key. */
export function publicKeyOf(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) throw new Error('it is no key of 32 bytes');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(bytes);
  return pair.getPublicKey().toString('base64url');
}

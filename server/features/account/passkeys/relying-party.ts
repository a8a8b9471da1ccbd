import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { SecretBox, type UserRow } from '../users/index.js';

const NAME = 'Trading';

/** Who we are to an authenticator, and who a user is: it signs for this site alone, and keeps these words. */
@Injectable()
export class RelyingParty {
  /** Host of the site, without its port. */
  readonly id: string;
  readonly origin: string;
  readonly name = NAME;

  constructor(
    { values }: Config,
    private readonly box: SecretBox,
  ) {
    const { hostname, origin } = new URL(values.PUBLIC_URL);
    this.id = hostname;
    this.origin = origin;
  }

  /** What an authenticator keeps of a user: 32 bytes that say nothing to whoever reads them there. */
  handleOf(userId: string): Buffer {
    return this.box.digest('passkey-user', userId);
  }

  /** Whether an authenticator named this user, today or under the former key of the installation. */
  isHandleOf(userId: string, handle: string): boolean {
    return this.box.isDigest(Buffer.from(handle, 'base64url'), 'passkey-user', userId);
  }

  /** What a device shows its owner in the list of passkeys. */
  shownName({ email, phone, username, extensionCode }: UserRow): string {
    return email ?? phone ?? username ?? extensionCode;
  }
}

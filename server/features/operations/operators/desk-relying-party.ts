import { Injectable } from '@nestjs/common';
import { Config, deskUrl } from '../../../platform/config/config.js';
import { SecretBox } from '../../account/users/index.js';

/** The desk, to an authenticator: it signs for the desk's own origin alone. */
@Injectable()
export class DeskRelyingParty {
  /** Host of the desk, without its port. */
  readonly id: string;
  readonly origin: string;
  readonly name = 'Trading desk';

  constructor(
    { values }: Config,
    private readonly box: SecretBox,
  ) {
    const { hostname, origin } = deskUrl(values);
    this.id = hostname;
    this.origin = origin;
  }

  /** What an authenticator keeps of an operator: 32 bytes that say nothing to whoever reads them there. */
  handleOf(operatorId: string): Buffer {
    return this.box.digest('passkey-operator', operatorId);
  }

  /** Whether an authenticator named this operator, today or under the former key of the installation. */
  isHandleOf(operatorId: string, handle: string): boolean {
    return this.box.isDigest(Buffer.from(handle, 'base64url'), 'passkey-operator', operatorId);
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ApiKeyKind } from '../../../contract/rules/api-keys.rules.js';
import { SecretBox } from '../users/index.js';
import { isEd25519, isHmac } from './request-signature.js';

const PUBLIC_ID_LENGTH = 24;

/** What a key is judged by: of an `hmac` key its sealed secret, of an `ed25519` key its public half. */
export interface SignedBy {
  publicId: string;
  kind: ApiKeyKind;
  secret: Buffer | null;
  publicKey: Buffer | null;
}

/** Makes the keys' secrets, seals them, and is alone in opening them. */
@Injectable()
export class ApiKeySecrets {
  private readonly decoy: SignedBy;

  constructor(private readonly box: SecretBox) {
    const publicId = newPublicId();
    this.decoy = { publicId, kind: 'hmac', publicKey: null, secret: this.make(publicId).sealed };
  }

  /** What a new key is named by in requests. */
  newPublicId(): string {
    return newPublicId();
  }

  /** The secret as its owner gets it this once, and as it is kept. */
  make(publicId: string): { secret: string; sealed: Buffer } {
    const secret = randomBytes(32).toString('base64url');
    return { secret, sealed: this.box.seal(Buffer.from(secret), contextOf(publicId)) };
  }

  /** Whether the key signed the text. Without a key the same work is done, and the answer is no. */
  isSignature(key: SignedBy | null, signature: string, text: string): boolean {
    const { kind, publicId, secret, publicKey } = key ?? this.decoy;
    if (kind === 'ed25519') return publicKey !== null && isEd25519(signature, publicKey, text);
    if (secret === null) return false;
    const opened = this.box.open(secret, contextOf(publicId)).toString('utf8');
    return isHmac(signature, opened, text) && key !== null;
  }
}

/** What is sealed for one key opens for no other. */
function contextOf(publicId: string): string {
  return `api-key:${publicId}`;
}

function newPublicId(): string {
  for (;;) {
    const id = randomBytes(32).toString('base64').replaceAll(/[+/=]/g, '').slice(0, PUBLIC_ID_LENGTH);
    if (id.length === PUBLIC_ID_LENGTH) return id;
  }
}

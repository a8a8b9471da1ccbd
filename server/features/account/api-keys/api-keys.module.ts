import { Global, Module } from '@nestjs/common';
import { KeyReader } from '../../../platform/http/keys/key-access.js';
import { ApiKeyEnds } from '../security/index.js';
import { AdmitApiKey } from './admit-api-key.js';
import { ApiKeySecrets } from './api-key-secrets.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysStore } from './api-keys.store.js';
import { CreateApiKey } from './create-api-key.js';
import { DisconnectKeys } from './disconnect-keys.js';
import { EndApiKeys } from './end-api-keys.js';
import { ManageApiKeys } from './manage-api-keys.js';
import { NoteRefusedKey } from './note-refused-key.js';
import { ProveOwner } from './prove-owner.js';
import { ResolveSocketKey } from './resolve-socket-key.js';
import { UsedSignatures } from './used-signatures.js';
import './api-keys-personal.js';

/** Global, because the guard of every call asks whose key has signed it, and the security ends keys with the password. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [
    ApiKeySecrets,
    ApiKeysStore,
    CreateApiKey,
    DisconnectKeys,
    { provide: ApiKeyEnds, useClass: EndApiKeys },
    ManageApiKeys,
    { provide: KeyReader, useClass: AdmitApiKey },
    NoteRefusedKey,
    ProveOwner,
    ResolveSocketKey,
    UsedSignatures,
  ],
  exports: [ApiKeyEnds, DisconnectKeys, KeyReader],
})
export class ApiKeysModule {}

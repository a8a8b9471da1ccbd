import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  AddApiKeyRequest,
  ApiKeysRequest,
  ApiKeyView,
  NewApiKeyView,
  RenameApiKeyRequest,
  RevokeApiKeyRequest,
} from '../../../contract/account/api-keys.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { proofsFrom } from '../security/index.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { apiKeyView } from './api-key-view.js';
import { CreateApiKey } from './create-api-key.js';
import { ManageApiKeys } from './manage-api-keys.js';

/** The caller's keys for programs of its own. No key opens any of these calls. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly manageApiKeys: ManageApiKeys,
    private readonly clock: Clock,
  ) {}

  /** The caller's keys, or those of a sub-account, the newest first; those that were ended within 30 days come last. */
  @Post('user/api_keys')
  @Rate('read')
  @HttpCode(200)
  @ApiOkEnvelope([ApiKeyView])
  async list(@CurrentUser() { userId }: CurrentSession, @Body() { sub_account_id }: ApiKeysRequest) {
    const now = this.clock.now();
    return ok((await this.manageApiKeys.list(userId, sub_account_id ?? null)).map((key) => apiKeyView(key, now)));
  }

  /** Makes one, with the fund password and a proof of `user/proofs` for `api-key`. Its secret is in this reply and in no other. */
  @Post('user/api_keys/add')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(NewApiKeyView)
  async add(
    @CurrentUser() { userId, sessionId }: CurrentSession,
    @Body() body: AddApiKeyRequest,
    @RequestCaller() caller: Caller,
  ) {
    const { id, secret } = await this.createApiKey.execute(userId, {
      sessionId,
      subAccountId: body.sub_account_id ?? null,
      name: nameFrom(body.name),
      kind: body.kind,
      scopes: body.scopes,
      accountType: body.account_type,
      addresses: body.addresses ?? '',
      days: body.days ?? null,
      publicKey: body.public_key ?? '',
      fundPassword: body.pay_password,
      proofs: proofsFrom(body),
      caller,
    });
    const view = apiKeyView(await this.manageApiKeys.one(userId, id), this.clock.now());
    return ok<NewApiKeyView>({ ...view, secret });
  }

  @Post('user/api_keys/rename')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async rename(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id, name }: RenameApiKeyRequest,
    @RequestLanguage() language: Language,
  ) {
    await this.manageApiKeys.rename(userId, id, nameFrom(name));
    return ok(successText(language, 'modified'));
  }

  /** Ends one for good. A session alone may: what only takes power away waits for nothing that somebody else could lock. */
  @Post('user/api_keys/revoke')
  @Rate('protect')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async revoke(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id }: RevokeApiKeyRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.manageApiKeys.revoke(userId, { id, caller });
    return ok(successText(language, 'done'));
  }
}

function nameFrom(text: string): string {
  const name = text.trim();
  if (name === '') throw new Refusal('request.invalid', { field: 'name' });
  return name;
}

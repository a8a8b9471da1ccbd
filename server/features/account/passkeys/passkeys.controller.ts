import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  AddPasskeyRequest,
  PasskeyCreationView,
  PasskeyOptionsRequest,
  PasskeyRequestView,
  PasskeyView,
  RemovePasskeyRequest,
  RenamePasskeyRequest,
} from '../../../contract/account/passkeys.dto.js';
import { ConfirmedActRequest } from '../../../contract/account/proofs.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { readConfirmedAct } from '../codes/index.js';
import { proofsFrom } from '../security/index.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { AddPasskey } from './add-passkey.js';
import { ManagePasskeys } from './manage-passkeys.js';
import { passkeyView } from './passkey-view.js';
import { ProposePasskey } from './propose-passkey.js';
import { ProveByPasskey } from './prove-by-passkey.js';

/** The caller's passkeys, and what they sign to confirm an act. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller()
export class PasskeysController {
  constructor(
    private readonly managePasskeys: ManagePasskeys,
    private readonly proposePasskey: ProposePasskey,
    private readonly addPasskey: AddPasskey,
    private readonly proveByPasskey: ProveByPasskey,
  ) {}

  /** The caller's passkeys, the oldest first. */
  @Post('user/passkeys')
  @HttpCode(200)
  @ApiOkEnvelope([PasskeyView])
  async list(@CurrentUser() { userId }: CurrentSession) {
    return ok((await this.managePasskeys.list(userId)).map(passkeyView));
  }

  /** What the browser makes a passkey under, with a proof of `user/proofs` for `passkey`. */
  @Post('user/passkeys/options')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(PasskeyCreationView)
  async options(
    @CurrentUser() session: CurrentSession,
    @Body() body: PasskeyOptionsRequest,
    @RequestCaller() caller: Caller,
  ) {
    return ok<PasskeyCreationView>(await this.proposePasskey.execute(session, proofsFrom(body), caller));
  }

  /** Adds the passkey that was made. All withdrawals wait for a while. */
  @Post('user/passkeys/add')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async add(
    @CurrentUser() session: CurrentSession,
    @Body() { name, passkey: answer }: AddPasskeyRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.addPasskey.execute(session, { answer, name: nameFrom(name), caller });
    return ok(successText(language, 'done'));
  }

  @Post('user/passkeys/rename')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async rename(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id, name }: RenamePasskeyRequest,
    @RequestLanguage() language: Language,
  ) {
    await this.managePasskeys.rename(userId, id, nameFrom(name));
    return ok(successText(language, 'modified'));
  }

  /** Removes one, with a proof of `user/proofs` for `passkey`. All withdrawals wait for a while. */
  @Post('user/passkeys/remove')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async remove(
    @CurrentUser() session: CurrentSession,
    @Body() body: RemovePasskeyRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.managePasskeys.remove(session, { id: body.id, proofs: proofsFrom(body), caller });
    return ok(successText(language, 'done'));
  }

  /** What a passkey of the caller's has to sign to confirm one act, with its amount and target. */
  @Post('user/proof_passkey')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope(PasskeyRequestView)
  async proof(@CurrentUser() { userId }: CurrentSession, @Body() body: ConfirmedActRequest) {
    const act = readConfirmedAct(body);
    if (!act) throw new Refusal('request.invalid', { field: 'act' });
    return ok<PasskeyRequestView>(await this.proveByPasskey.ask(userId, act));
  }
}

function nameFrom(text: string): string {
  const name = text.trim();
  if (name === '') throw new Refusal('request.invalid', { field: 'name' });
  return name;
}

import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PasskeyCreationView, PasskeyRequestView } from '../../../contract/account/passkeys.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  AddOperatorPasskeyRequest,
  DeskProofRequest,
  OperatorPasskeyView,
} from '../../../contract/operations/people.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { CurrentOperator } from '../audit/index.js';
import { AddOperatorPasskey } from './add-operator-passkey.js';
import { AskOperatorPasskey } from './ask-operator-passkey.js';
import { ListOperatorPasskeys } from './list-operator-passkeys.js';
import { ProposeOperatorPasskey } from './propose-operator-passkey.js';
import type { AtDesk } from './prove-at-desk.js';
import { RemoveOperatorPasskey } from './remove-operator-passkey.js';

const ID = /^[1-9][0-9]{0,17}$/;

/** The passkeys of the signed-in operator. A session alone neither adds nor removes one. */
@ApiTags('operations')
@Controller('ops/api')
export class OwnPasskeysController {
  constructor(
    private readonly listOperatorPasskeys: ListOperatorPasskeys,
    private readonly askOperatorPasskey: AskOperatorPasskey,
    private readonly proposeOperatorPasskey: ProposeOperatorPasskey,
    private readonly addOperatorPasskey: AddOperatorPasskey,
    private readonly removeOperatorPasskey: RemoveOperatorPasskey,
  ) {}

  /** The caller's passkeys, the oldest first. */
  @Get('me/passkeys')
  @ForOperator()
  @ApiOkEnvelope([OperatorPasskeyView])
  async list(@CurrentOperator() actor: AtDesk) {
    return ok(await this.listOperatorPasskeys.execute(actor.operatorId));
  }

  /** What a passkey of the caller's has to sign as a proof. */
  @Post('me/passkeys/proof')
  @HttpCode(200)
  @ForOperator()
  @Rate('auth')
  @ApiOkEnvelope(PasskeyRequestView)
  async proof(@CurrentOperator() actor: AtDesk) {
    return ok<PasskeyRequestView>(await this.askOperatorPasskey.forProof(actor));
  }

  /** What the browser makes another passkey under, with a proof. */
  @Post('me/passkeys/options')
  @HttpCode(200)
  @ForOperator()
  @Rate('auth')
  @ApiOkEnvelope(PasskeyCreationView)
  async options(@CurrentOperator() actor: AtDesk, @Body() { passkey, password, totp }: DeskProofRequest) {
    return ok<PasskeyCreationView>(await this.proposeOperatorPasskey.another(actor, { passkey, password, totp }));
  }

  @Post('me/passkeys')
  @HttpCode(200)
  @ForOperator()
  @ApiOkEnvelope('text')
  async add(@CurrentOperator() actor: AtDesk, @Body() { name, passkey: answer }: AddOperatorPasskeyRequest) {
    await this.addOperatorPasskey.execute(actor, { name: passkeyNameFrom(name), answer });
    return ok('ok');
  }

  /** With a proof; the other sessions end. */
  @Post('me/passkeys/:id/remove')
  @HttpCode(200)
  @ForOperator()
  @Rate('auth')
  @ApiOkEnvelope('text')
  async remove(
    @CurrentOperator() actor: AtDesk,
    @Param('id') id: string,
    @Body() { passkey, password, totp }: DeskProofRequest,
  ) {
    if (!ID.test(id)) throw new Refusal('account.passkey-unknown');
    await this.removeOperatorPasskey.execute(actor, id, { passkey, password, totp });
    return ok('ok');
  }
}

/** @throws Refusal `request.invalid` for one of blanks. */
export function passkeyNameFrom(text: string): string {
  const name = text.trim();
  if (name === '') throw new Refusal('request.invalid', { field: 'name' });
  return name;
}

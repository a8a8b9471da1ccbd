import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import { ReasonRequest } from '../../../contract/operations/cases.dto.js';
import {
  AddOperatorRequest,
  OperatorInvitationView,
  OperatorRolesRequest,
} from '../../../contract/operations/people.dto.js';
import { ProposedView } from '../../../contract/operations/proposals.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from '../review/index.js';
import { ChangeOperators, type OperatorChange } from './change-operators.js';

/** Who may be at the desk: one administrator proposes, another one approves. */
@ApiTags('operations')
@Controller('ops/api/operators')
export class OperatorsDeskController {
  constructor(private readonly changeOperators: ChangeOperators) {}

  /** Proposes to invite somebody to the desk. */
  @Post()
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  async add(
    @CurrentOperator() actor: ActingOperator,
    @Body() request: AddOperatorRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok({ id: await this.changeOperators.proposeAdding(actor, request, key) });
  }

  /** Proposes somebody else's roles. */
  @Post(':id/roles')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  async setRoles(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { roles, reason }: OperatorRolesRequest,
    @IdempotencyKey() key: string | null,
  ) {
    const asked = { kind: 'operator-roles', id: operatorIdOf(id), roles, reason } as const;
    return ok({ id: await this.changeOperators.proposeChange(actor, asked, key) });
  }

  /** Proposes to reset a lost password and authenticator; approved, all sessions of the operator end. */
  @Post(':id/reset')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  reset(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return this.propose(actor, 'operator-reset', id, request, key);
  }

  /** For who approved it: another one-time password in the place of one whose reply was lost. Once, within its hour. */
  @Post(':id/invite_again')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(OperatorInvitationView)
  async inviteAgain(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.changeOperators.inviteAgain(actor, operatorIdOf(id)));
  }

  /** Proposes to disable another operator; approved, all sessions of that operator end. */
  @Post(':id/disable')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  disable(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return this.propose(actor, 'operator-disable', id, request, key);
  }

  @Post(':id/enable')
  @HttpCode(200)
  @ForOperator('administrator')
  @ApiOkEnvelope(ProposedView)
  enable(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: ReasonRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return this.propose(actor, 'operator-enable', id, request, key);
  }

  private async propose(
    actor: ActingOperator,
    kind: OperatorChange,
    id: string,
    { reason }: ReasonRequest,
    key: string | null,
  ) {
    const asked = { kind, id: operatorIdOf(id), reason };
    return ok({ id: await this.changeOperators.proposeChange(actor, asked, key) });
  }
}

const ID = /^[1-9][0-9]{0,17}$/;

function operatorIdOf(text: string): string {
  if (!ID.test(text)) throw new Refusal('operations.operator-unknown');
  return text;
}

import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/errors.js';
import { ok } from '../../../contract/envelope.dto.js';
import { DecisionView, ReasonRequest } from '../../../contract/operations/cases.dto.js';
import { PayoutFileRequest } from '../../../contract/operations/desk-files.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { sendFile } from '../../../platform/http/send-file.js';
import { CurrentOperator } from '../audit/index.js';
import type { ActingOperator } from './acting-operator.js';
import { rowId } from './case-filter.js';
import { DecideWithdrawalCases } from './decide-withdrawal-cases.js';
import { WritePayoutFile } from './write-payout-file.js';

/** Who sends a released withdrawal. */
@ApiTags('operations')
@ForOperator('treasurer')
@Controller('ops/api/withdrawals')
export class SendingsDeskController {
  constructor(
    private readonly decideWithdrawalCases: DecideWithdrawalCases,
    private readonly writePayoutFile: WritePayoutFile,
  ) {}

  /** Takes those that are to be paid to addresses, the oldest 200 at most, to be sent by this operator, and gives them as CSV. Nobody else sends them from then on. */
  @Post('payout-file')
  @HttpCode(200)
  @ApiProduces('text/csv')
  async payoutFile(
    @CurrentOperator() actor: ActingOperator,
    @RequestLanguage() language: Language,
    @Body() { zone, ...request }: PayoutFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendFile(reply, await this.writePayoutFile.execute({ actor, language, zone }, request));
  }

  /** The operator sends a released one, said before any money leaves the house. Nobody else can, and only two operators undo it. */
  @Post(':id/send')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async send(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    return ok(await this.decideWithdrawalCases.send(actor, rowId(id)));
  }

  /** Nothing of it has left the house: two operators say so, each with a reason. */
  @Post(':id/send-not')
  @HttpCode(200)
  @ApiOkEnvelope(DecisionView)
  async sendNot(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { reason }: ReasonRequest) {
    return ok(await this.decideWithdrawalCases.sendNot(actor, rowId(id), reason));
  }
}

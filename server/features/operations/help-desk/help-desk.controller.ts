import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { HelpHereRequest, HelpReadRequest } from '../../../contract/account/help-chat.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import {
  HelpAgentView,
  HelpAnswerLineRequest,
  HelpCaseRequest,
  HelpCaseView,
  HelpDeskLineView,
  HelpHandOverRequest,
  HelpPage,
  HelpPulseView,
  HelpQueueRequest,
} from '../../../contract/operations/help.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.js';
import { sendPhoto } from '../../account/uploads/index.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { AnswerHelp } from './answer-help.js';
import { ClaimHelp } from './claim-help.js';
import { GetHelp } from './get-help.js';
import { GetHelpPicture } from './get-help-picture.js';
import { ReadHelp } from './read-help.js';

/** The chats of the help desk. */
@ApiTags('operations')
@ForOperator('support')
@Controller('ops/api/help')
export class HelpDeskController {
  constructor(
    private readonly look: GetHelp,
    private readonly getHelpPicture: GetHelpPicture,
    private readonly claimHelp: ClaimHelp,
    private readonly answerHelp: AnswerHelp,
    private readonly readHelp: ReadHelp,
  ) {}

  /** Those that wait, the oldest first; or those of another folder. */
  @Get()
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope(HelpPage)
  async list(@CurrentOperator() actor: ActingOperator, @Query() request: HelpQueueRequest) {
    return ok(await this.look.list(actor, request));
  }

  /** Who may answer. */
  @Get('agents')
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope([HelpAgentView])
  async agents() {
    return ok(await this.look.agents());
  }

  /** One chat. */
  @Get(':id')
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope(HelpCaseView)
  async chat(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Query() { before }: HelpCaseRequest) {
    return ok(await this.look.find(actor, rowId(id), before ?? null));
  }

  /** A picture of a chat. */
  @Get(':id/picture/:reference')
  @ApiProduces('image/jpeg')
  async photo(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Param('reference') reference: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPhoto(reply, await this.getHelpPicture.execute(actor, rowId(id), reference));
  }

  /** Takes the chat. */
  @Post(':id/claim')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async claim(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimHelp.claim(actor, rowId(id));
    return ok('ok');
  }

  /** Hands the chat over to somebody, or back into the queue. */
  @Post(':id/hand-over')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async handOver(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() request: HelpHandOverRequest,
  ) {
    await this.claimHelp.handOver(actor, rowId(id), request);
    return ok('ok');
  }

  /** Writes a line. */
  @Post(':id/line')
  @HttpCode(200)
  @ApiOkEnvelope(HelpDeskLineView)
  async line(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Body() { text }: HelpAnswerLineRequest,
    @IdempotencyKey() key: string | null,
  ) {
    return ok(await this.answerHelp.execute(actor, rowId(id), text, key));
  }

  /** The agent has seen the lines up to this number. */
  @Post(':id/read')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async read(@CurrentOperator() actor: ActingOperator, @Param('id') id: string, @Body() { number }: HelpReadRequest) {
    await this.readHelp.execute(actor, rowId(id), number);
    return ok('ok');
  }

  /** Whether something has changed, and who is writing. */
  @Get(':id/pulse')
  @ForOperator('support', 'auditor')
  @ApiOkEnvelope(HelpPulseView)
  async pulse(
    @CurrentOperator() actor: ActingOperator,
    @Param('id') id: string,
    @Query() { typing = false }: HelpHereRequest,
  ) {
    return ok(await this.look.pulse(actor, rowId(id), typing));
  }

  /** Ends the chat. */
  @Post(':id/close')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async close(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.claimHelp.close(actor, rowId(id));
    return ok('ok');
  }
}

import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { ServiceNotesView, ServiceStatusView } from '../../../contract/service-status.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { ReplyCache, type ReplyPlan } from '../../../platform/http/reply-cache.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { ReadServiceStatus } from './read-service-status.js';

const VALID_MS = 5000;
/** Of one address in seven languages, which no cache on the way can tell apart: the browser's alone. */
const planOf = (key: string, language: Language): ReplyPlan => ({
  key: `${key} ${language}`,
  version: () => '',
  validMs: VALID_MS,
  cacheControl: 'private, max-age=5',
});

/** How the product is, for everybody. */
@ApiTags('status')
@Public()
@Rate('read')
@Controller('status')
export class ServiceStatusController {
  constructor(
    private readonly readServiceStatus: ReadServiceStatus,
    private readonly replies: ReplyCache,
  ) {}

  /** How each part is now and was on each of the last 90 days, with incidents and planned work. */
  @Get()
  @ApiOkEnvelope(ServiceStatusView)
  async status(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @RequestLanguage() language: Language,
  ): Promise<void> {
    const plan = planOf('service status', language);
    await this.replies.send(request, reply, plan, async () => ok(await this.readServiceStatus.execute(language)));
  }

  /** What every page says on top: incidents that go on, and work that begins within a day. */
  @Get('notes')
  @ApiOkEnvelope(ServiceNotesView)
  async notes(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @RequestLanguage() language: Language,
  ): Promise<void> {
    const plan = planOf('service notes', language);
    await this.replies.send(request, reply, plan, async () => ok(await this.readServiceStatus.notes(language)));
  }
}

import { Controller, Get, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ok } from '../../contract/envelope.dto.js';
import { Public } from '../http/access.js';
import { Refusal } from '../http/refusal.js';
import { DevelopmentMailbox } from './development-mailbox.js';

/** What was "sent" on a developer's machine. Exists only where the mailbox does, and answers only that machine. */
@ApiExcludeController()
@Public()
@Controller('dev')
export class MailboxController {
  constructor(private readonly mailbox: DevelopmentMailbox) {}

  @Get('mailbox')
  async list(@Req() request: FastifyRequest) {
    if (!/^(127\.|::1$|::ffff:127\.)/.test(request.ip)) throw new Refusal('request.unknown-route');
    return ok(await this.mailbox.list());
  }
}

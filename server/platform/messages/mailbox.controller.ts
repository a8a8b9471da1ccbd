import type { IncomingMessage } from 'node:http';
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
    if (!isFromThisMachine(request)) throw new Refusal('request.unknown-route');
    return ok(await this.mailbox.list());
  }
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;
const PROXY_HEADER = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/i;

/** A proxy or a tunnel on this machine, and a name that an attacker points at it, come from this machine as well. */
function isFromThisMachine({ raw, headers }: { raw: IncomingMessage; headers: IncomingMessage['headers'] }): boolean {
  const isPassedOn = raw.rawHeaders.some((name, index) => index % 2 === 0 && PROXY_HEADER.test(name));
  return LOOPBACK.test(raw.socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '') && !isPassedOn;
}

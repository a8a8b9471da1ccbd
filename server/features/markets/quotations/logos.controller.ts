import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../../platform/http/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { FILE_POLICY } from '../../../platform/http/send-file.js';
import { coinLogo } from './coin-logo.rules.js';

const NAME = /^([A-Z0-9]{1,20})\.svg$/;
/** A day: a coin's picture never changes. */
const CACHED = 'public, max-age=86400';

/** Pictures of coins. Public; made from the code alone, so that none is missing and no list is needed. */
@ApiTags('markets')
@Public()
@Controller('currency/logo')
export class LogosController {
  /** The picture of a coin, `BTC.svg`. */
  @Get(':name')
  @ApiProduces('image/svg+xml')
  picture(@Param('name') name: string, @Res() reply: FastifyReply): void {
    const code = NAME.exec(name)?.[1];
    if (code === undefined) throw new Refusal('wallet.unknown-currency');
    void reply
      .header('content-type', 'image/svg+xml')
      .header('content-security-policy', FILE_POLICY)
      .header('cache-control', CACHED)
      .send(coinLogo(code));
  }
}

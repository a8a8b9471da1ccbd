import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  TapeProofRequest,
  TapeProofView,
  TapeRootsRequest,
  TapeRootView,
  TapeSliceRequest,
  TapeSliceView,
} from '../../../contract/markets/tape.dto.js';
import { Public } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate, type RateChoice } from '../../../platform/http/rate-limits/rate-classes.js';
import { ReplyCache } from '../../../platform/http/reply-cache.js';
import { GetTapeViews } from './get-tape-views.js';

/** The longest window that an option settles by. */
const WINDOW_MS = 60_000;

/** The settlement window of one option is a light query; a long range of the tape is thousands of rows and counts as a heavy one. */
const rateOfSlice: RateChoice = ({ from, to }) => (Number(to) - Number(from) <= WINDOW_MS ? 'read' : 'heavy');

/** Equal requests within this time are answered from one reading. */
const VALID_MS = 500;

@ApiTags('tape')
@Public()
@Controller('tape')
export class TapeController {
  constructor(
    private readonly getTapeViews: GetTapeViews,
    private readonly replies: ReplyCache,
  ) {}

  /** The published index and mark of a market, second by second: at most an hour. More than a minute is a heavy question. */
  @Get('slice')
  @Rate(rateOfSlice)
  @ApiOkEnvelope(TapeSliceView)
  async slice(
    @Query() { symbol, from, to }: TapeSliceRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const plan = this.plan(`slice ${symbol} ${from} ${to}`);
    await this.replies.send(request, reply, plan, async () => ({
      type: 'ok',
      message: await this.getTapeViews.slice(symbol, Number(from), Number(to)),
    }));
  }

  /** The roots of the tape's hours, oldest first, at most 1,000. */
  @Get('roots')
  @ApiOkEnvelope([TapeRootView])
  async roots(
    @Query() { symbol, from, to }: TapeRootsRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const plan = this.plan(`roots ${symbol ?? ''} ${from ?? ''} ${to ?? ''}`);
    await this.replies.send(request, reply, plan, async () => ({
      type: 'ok',
      message: await this.getTapeViews.roots(symbol ?? null, from ?? null, to ?? null),
    }));
  }

  /** The Merkle proof that a second's sample is included in the published root of its hour. */
  @Get('proof')
  @Rate('report')
  @ApiOkEnvelope(TapeProofView)
  async proof(
    @Query() { symbol, second }: TapeProofRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const plan = this.plan(`proof ${symbol} ${second}`);
    await this.replies.send(request, reply, plan, async () => ({
      type: 'ok',
      message: await this.getTapeViews.proof(symbol, Number(second)),
    }));
  }

  private plan(key: string) {
    return { key: `tape ${key}`, version: () => '', validMs: VALID_MS, cacheControl: 'no-cache' };
  }
}

import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  AddDataExportRequest,
  DataExportFileRequest,
  DataExportView,
} from '../../../contract/account/data-exports.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import type { Language } from '../../../contract/errors.js';
import { successText } from '../../../contract/languages/success.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { Rate } from '../../../platform/http/rate-limits/rate-classes.js';
import { RequestLanguage } from '../../../platform/http/request-language.js';
import { type Caller, RequestCaller } from '../users/index.js';
import { AskForDataExport } from './ask-for-data-export.js';
import { ReadDataExports } from './read-data-exports.js';

/** Files of all that is kept about the caller's account. */
@ApiTags('account')
@SignedIn()
@Controller()
export class DataExportsController {
  constructor(
    private readonly askForDataExport: AskForDataExport,
    private readonly readDataExports: ReadDataExports,
  ) {}

  /** What the caller asked for, the newest first. */
  @Post('user/data_exports')
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('read')
  @HttpCode(200)
  @ApiOkEnvelope([DataExportView])
  async list(@CurrentUser() { userId }: CurrentSession) {
    return ok(await this.readDataExports.list(userId));
  }

  /** Asks for a file, with the fund password. A notice tells when it is ready; it is kept for three days. */
  @Post('user/data_exports/add')
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('auth')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async add(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { pay_password: fundPassword }: AddDataExportRequest,
    @RequestCaller() caller: Caller,
    @RequestLanguage() language: Language,
  ) {
    await this.askForDataExport.execute(userId, { fundPassword, caller });
    return ok(successText(language, 'done'));
  }

  /** The file, JSON: each table with the caller's rows in it, numbers as text. */
  @Get('user/data_exports/file')
  @Rate('heavy')
  @ApiProduces('application/octet-stream')
  async file(
    @CurrentUser() { userId }: CurrentSession,
    @Query() { id }: DataExportFileRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { name, bytes, stream } = await this.readDataExports.file(userId, id);
    void reply
      // Not as JSON: that is what envelopes are.
      .header('content-type', 'application/octet-stream')
      .header('content-length', bytes)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('cache-control', 'no-store')
      .send(stream);
  }
}

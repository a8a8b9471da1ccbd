import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
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
import { sendFile } from '../../../platform/http/send-file.js';
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

  /** The file, with the fund password. JSON: each table with the caller's rows in it, numbers as text. */
  @Post('user/data_exports/file')
  @ApiConsumes('application/x-www-form-urlencoded', 'application/json')
  @Rate('heavy')
  @HttpCode(200)
  @ApiProduces('application/octet-stream')
  async file(
    @CurrentUser() { userId }: CurrentSession,
    @Body() { id, pay_password: fundPassword }: DataExportFileRequest,
    @RequestCaller() caller: Caller,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // Not as JSON: that is what envelopes are.
    sendFile(reply, {
      ...(await this.readDataExports.file(userId, id, { fundPassword, caller })),
      contentType: 'application/octet-stream',
    });
  }
}

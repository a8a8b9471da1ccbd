import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ok } from '../../../contract/envelope.dto.js';
import {
  HelpHoursRequest,
  HelpHoursView,
  HelpTemplateRequest,
  HelpTemplateView,
} from '../../../contract/operations/help.dto.js';
import { ForOperator } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { CurrentOperator } from '../audit/index.js';
import { type ActingOperator, rowId } from '../review/index.js';
import { GetHelp } from './get-help.js';
import { SetHelp } from './set-help.js';

/** Ready answers of the help desk, and its hours. */
@ApiTags('operations')
@ForOperator('support', 'settings')
@Controller('ops/api')
export class HelpSettingsController {
  constructor(
    private readonly look: GetHelp,
    private readonly setHelp: SetHelp,
  ) {}

  /** Ready answers, all of them. */
  @Get('help-templates')
  @ForOperator('support', 'settings', 'auditor')
  @ApiOkEnvelope([HelpTemplateView])
  async templates() {
    return ok(await this.look.templates());
  }

  /** Adds or changes one. */
  @Post('help-templates')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async template(@CurrentOperator() actor: ActingOperator, @Body() request: HelpTemplateRequest) {
    return ok(await this.setHelp.template(actor, request));
  }

  /** Takes one away. */
  @Post('help-templates/:id/remove')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async remove(@CurrentOperator() actor: ActingOperator, @Param('id') id: string) {
    await this.setHelp.removeTemplate(actor, rowId(id));
    return ok('ok');
  }

  /** When somebody is there. */
  @Get('help-hours')
  @ForOperator('support', 'settings', 'auditor')
  @ApiOkEnvelope(HelpHoursView)
  async hours() {
    return ok(await this.look.hours());
  }

  /** Says when somebody is there. */
  @Post('help-hours')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async setHours(@CurrentOperator() actor: ActingOperator, @Body() request: HelpHoursRequest) {
    await this.setHelp.hours(actor, request);
    return ok('ok');
  }
}

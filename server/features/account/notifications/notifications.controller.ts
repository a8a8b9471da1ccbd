import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import {
  NotificationSettingsRequest,
  NotificationSettingsView,
  PushSubscriptionRequest,
} from '../../../contract/account/notifications.dto.js';
import { ok } from '../../../contract/envelope.dto.js';
import { type CurrentSession, CurrentUser, SignedIn } from '../../../platform/http/access.js';
import { ApiOkEnvelope } from '../../../platform/http/api-replies.js';
import { ChooseNotifications } from './choose-notifications.js';
import { ManagePushDevices } from './manage-push-devices.js';

/** How the caller is told of its notices outside of the app. */
@ApiTags('account')
@ApiConsumes('application/x-www-form-urlencoded', 'application/json')
@SignedIn()
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly chooseNotifications: ChooseNotifications,
    private readonly managePushDevices: ManagePushDevices,
  ) {}

  /** What the caller has chosen, and which of its devices are told. */
  @Get('settings')
  @ApiOkEnvelope(NotificationSettingsView)
  async settings(@CurrentUser() session: CurrentSession) {
    return ok(await this.chooseNotifications.read(session));
  }

  /** Chooses all of it. */
  @Post('settings')
  @HttpCode(200)
  @ApiOkEnvelope(NotificationSettingsView)
  async choose(@CurrentUser() session: CurrentSession, @Body() request: NotificationSettingsRequest) {
    await this.chooseNotifications.execute(session.userId, request);
    return ok(await this.chooseNotifications.read(session));
  }

  /** The caller's device is told from now on, as long as it is logged in. */
  @Post('device')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async begin(@CurrentUser() session: CurrentSession, @Body() request: PushSubscriptionRequest) {
    await this.managePushDevices.begin(session, request);
    return ok('ok');
  }

  /** The caller's device is told no more. */
  @Post('device/end')
  @HttpCode(200)
  @ApiOkEnvelope('text')
  async end(@CurrentUser() session: CurrentSession) {
    await this.managePushDevices.end(session);
    return ok('ok');
  }
}

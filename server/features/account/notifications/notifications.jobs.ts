import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { MailNotices } from './mail-notices.js';
import { PlanDeliveries } from './plan-deliveries.js';
import { PruneNotices } from './prune-notices.js';
import { SendPushes } from './send-pushes.js';

/** In by queue. */
@Injectable()
export class NotificationsJobs {
  constructor(
    private readonly planDeliveries: PlanDeliveries,
    private readonly sendPushes: SendPushes,
    private readonly mailNotices: MailNotices,
    private readonly pruneNotices: PruneNotices,
  ) {}

  @Handles('notifications.plan')
  async onPlan(): Promise<void> {
    await this.planDeliveries.execute();
  }

  @Handles('notifications.push')
  async onPush(): Promise<void> {
    await this.sendPushes.execute();
  }

  @Handles('notifications.mail')
  async onMail(): Promise<void> {
    await this.mailNotices.execute();
  }

  @Handles('notifications.prune')
  async onPrune(): Promise<void> {
    await this.pruneNotices.execute();
  }
}

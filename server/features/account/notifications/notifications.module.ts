import { Module } from '@nestjs/common';
import { PushSender } from '../../../platform/web-push/push-sender.js';
import { ChooseNotifications } from './choose-notifications.js';
import { DeliveriesStore } from './deliveries.store.js';
import { MailNotices } from './mail-notices.js';
import { NotificationSettingsStore } from './notification-settings.store.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsJobs } from './notifications.jobs.js';
import { OldNoticesStore } from './old-notices.store.js';
import { PlanDeliveries } from './plan-deliveries.js';
import { PruneNotices } from './prune-notices.js';
import { PushSubscriptionsStore } from './push-subscriptions.store.js';
import { SendPushes } from './send-pushes.js';
import { ManagePushDevices } from './manage-push-devices.js';
import './notifications-personal.js';

@Module({
  controllers: [NotificationsController],
  providers: [
    PushSender,
    NotificationSettingsStore,
    DeliveriesStore,
    PushSubscriptionsStore,
    OldNoticesStore,
    ChooseNotifications,
    ManagePushDevices,
    PlanDeliveries,
    SendPushes,
    MailNotices,
    PruneNotices,
    NotificationsJobs,
  ],
})
export class NotificationsModule {}

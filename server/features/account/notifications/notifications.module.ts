import { Module } from '@nestjs/common';
import { PushSender } from '../../../platform/web-push/push-sender.js';
import { EventCentreModule } from '../event-centre/index.js';
import { NewsModule } from '../news/index.js';
import { ChooseNotifications } from './choose-notifications.js';
import { CountUnread } from './count-unread.js';
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
  imports: [EventCentreModule, NewsModule],
  controllers: [NotificationsController],
  providers: [
    PushSender,
    NotificationSettingsStore,
    DeliveriesStore,
    PushSubscriptionsStore,
    OldNoticesStore,
    ChooseNotifications,
    CountUnread,
    ManagePushDevices,
    PlanDeliveries,
    SendPushes,
    MailNotices,
    PruneNotices,
    NotificationsJobs,
  ],
})
export class NotificationsModule {}

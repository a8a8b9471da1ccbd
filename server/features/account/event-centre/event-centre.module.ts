import { Module } from '@nestjs/common';
import { SubAccountsModule } from '../sub-accounts/index.js';
import { EventCentreController } from './event-centre.controller.js';
import { EventCentreStore } from './event-centre.store.js';
import { ReadNotices } from './read-notices.js';
import { NotifyOfEvents } from './notify-of-events.js';
import { WriteEventNotices } from './write-event-notices.js';

@Module({
  imports: [SubAccountsModule],
  controllers: [EventCentreController],
  providers: [EventCentreStore, ReadNotices, NotifyOfEvents, WriteEventNotices],
  exports: [ReadNotices, WriteEventNotices],
})
export class EventCentreModule {}

import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { IncidentsDeskController } from './incidents-desk.controller.js';
import { IncidentsStore } from './incidents.store.js';
import { ReadServiceStatus } from './read-service-status.js';
import { ServiceStatusController } from './service-status.controller.js';
import { ServiceStatusStore } from './service-status.store.js';
import { WatchService } from './watch-service.js';
import { WriteIncidents } from './write-incidents.js';

/** How each part of the product is and was, as workers saw it, and what the desk says of it. */
@Module({
  imports: [AuditModule],
  controllers: [ServiceStatusController, IncidentsDeskController],
  providers: [ServiceStatusStore, IncidentsStore, WatchService, ReadServiceStatus, WriteIncidents],
})
export class ServiceStatusModule {}

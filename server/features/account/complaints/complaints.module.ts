import { Module } from '@nestjs/common';
import './complaints-personal.js';
import { ComplaintsController } from './complaints.controller.js';
import { ComplaintsStore } from './complaints.store.js';
import { ReadComplaints } from './read-complaints.js';
import { WriteComplaint } from './write-complaint.js';

@Module({
  controllers: [ComplaintsController],
  providers: [ComplaintsStore, ReadComplaints, WriteComplaint],
  exports: [ComplaintsStore],
})
export class ComplaintsModule {}

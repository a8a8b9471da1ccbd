import { Module } from '@nestjs/common';
import { ComplaintsModule } from '../../account/complaints/index.js';
import { AuditModule } from '../audit/index.js';
import { DeskFilesModule } from '../desk-files/index.js';
import { ExportComplaints } from './export-complaints.js';
import { AnswerComplaint } from './answer-complaint.js';
import { ComplaintFigures } from './complaint-figures.js';
import { ComplaintsDeskController } from './complaints-desk.controller.js';
import { GetComplaints } from './get-complaints.js';

/** The other end of the complaints: the queue by the day, and answers. */
@Module({
  imports: [AuditModule, DeskFilesModule, ComplaintsModule],
  controllers: [ComplaintsDeskController],
  providers: [GetComplaints, ExportComplaints, AnswerComplaint, ComplaintFigures],
})
export class ComplaintsDeskModule {}

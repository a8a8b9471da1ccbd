import { Module } from '@nestjs/common';
import { TraceExport } from './trace-export.js';

@Module({ providers: [TraceExport] })
export class TracingModule {}

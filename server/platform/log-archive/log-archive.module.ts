import { Module } from '@nestjs/common';
import { LogArchiveFigure } from './log-archive-figure.js';
import { LogArchiveStore } from './log-archive.store.js';

/** Watches the archive of Postgres' log. */
@Module({ providers: [LogArchiveStore, LogArchiveFigure] })
export class LogArchiveModule {}

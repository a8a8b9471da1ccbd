import { Module } from '@nestjs/common';
import './books-archive-invariants.js';
import { BooksArchiveJobs } from './books-archive.jobs.js';
import { BooksArchiveStore } from './books-archive.store.js';
import { InspectArchive } from './inspect-archive.js';
import { SealedJournalsStore } from './sealed-journals.store.js';
import { WriteArchive } from './write-archive.js';
import { WriteArchiveFile } from './write-archive-file.js';

@Module({
  providers: [BooksArchiveStore, SealedJournalsStore, WriteArchiveFile, InspectArchive, WriteArchive, BooksArchiveJobs],
})
export class BooksArchiveModule {}

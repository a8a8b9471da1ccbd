import { Module } from '@nestjs/common';
import './books-archive-invariants.js';
import { BooksArchiveJobs } from './books-archive.jobs.js';
import { BooksArchiveStore } from './books-archive.store.js';
import { SealedJournalsStore } from './sealed-journals.store.js';
import { WriteArchive } from './write-archive.js';

@Module({ providers: [BooksArchiveStore, SealedJournalsStore, WriteArchive, BooksArchiveJobs] })
export class BooksArchiveModule {}

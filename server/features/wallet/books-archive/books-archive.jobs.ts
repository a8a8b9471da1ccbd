import { Injectable } from '@nestjs/common';
import { Handles } from '../../../platform/jobs/handles.js';
import { WriteArchive } from './write-archive.js';

/** In by queue. */
@Injectable()
export class BooksArchiveJobs {
  constructor(private readonly writeArchive: WriteArchive) {}

  @Handles('books-archive.write')
  async onWrite(): Promise<void> {
    await this.writeArchive.execute();
  }
}

import { Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { RefusalFilter } from './refusal-filter.js';
import { createValidationPipe } from './validation.js';

/** What holds for every call: one filter for refusals, one check of requests. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_PIPE, useFactory: createValidationPipe },
  ],
})
export class HttpModule {}

import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { RefusalFilter } from './refusal-filter.js';
import { ReplyCache } from './reply-cache.js';
import { createValidationPipe } from './validation.js';

/** What holds for every call: one filter for refusals, one check of requests. {@link ReplyCache} is injectable everywhere. */
@Global()
@Module({
  providers: [
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_PIPE, useFactory: createValidationPipe },
    ReplyCache,
  ],
  exports: [ReplyCache],
})
export class HttpModule {}

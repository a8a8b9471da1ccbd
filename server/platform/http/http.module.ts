import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access-guard.js';
import { ClockGuard } from './clock-guard.js';
import { KeyDoor } from './keys/key-door.js';
import { RowBooks } from './keys/row-books.js';
import { CspReportsController } from './csp-reports.controller.js';
import { RateGuard } from './rate-limits/rate-guard.js';
import { RateLimiter } from './rate-limits/rate-limiter.js';
import { SessionDoor } from './rate-limits/session-door.js';
import { RealMoneyGuard } from './real-money-guard.js';
import { DeskPort } from './desk-port.js';
import { MetricsPort } from './metrics-port.js';
import { RefusalFilter } from './refusal-filter.js';
import { ReplyCache } from './reply-cache.js';
import { RouteList } from './route-list.js';
import { SecuritySignals } from './security-signals.js';
import { createValidationPipe } from './validation.js';

/**
 * What holds for every call: one guard of access, one filter for refusals, one check of requests. {@link ReplyCache},
 * {@link RouteList}, {@link SecuritySignals}, {@link KeyDoor} and {@link RowBooks} are injectable everywhere.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [CspReportsController],
  providers: [
    // First, because looking up a session may write, too.
    { provide: APP_GUARD, useClass: ClockGuard },
    // Counted before any session is looked up: looking one up is a question to the database.
    { provide: APP_GUARD, useExisting: SessionDoor },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RateGuard },
    { provide: APP_GUARD, useClass: RealMoneyGuard },
    RateLimiter,
    SessionDoor,
    KeyDoor,
    RowBooks,
    { provide: APP_FILTER, useClass: RefusalFilter },
    { provide: APP_PIPE, useFactory: createValidationPipe },
    ReplyCache,
    RouteList,
    DeskPort,
    MetricsPort,
    SecuritySignals,
  ],
  exports: [ReplyCache, RouteList, DeskPort, MetricsPort, SecuritySignals, KeyDoor, RowBooks],
})
export class HttpModule {}

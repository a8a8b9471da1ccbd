import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import type { Configuration } from './platform/config/config.js';
import { DOCUMENTATION_PATH, serveDocumentation } from './platform/http/api-documentation.js';
import { serveClient } from './platform/http/client-files.js';
import { API_PREFIX, DESK_API_PATH, DESK_PATH, deskPlace, HEALTH_PATHS } from './platform/http/entrances.js';
import { createAdapter, prepareServer } from './platform/http/http-server.js';
import { sayOfAllBelow, serveBeside } from './platform/http/registered-routes.js';
import { JOB_BOARD_PATH, serveJobBoard } from './platform/jobs/job-board.js';
import { PinoLogger } from './platform/logging/pino-logger.js';
import { Metrics } from './platform/metrics/metrics.js';
import { RealtimeAdapter } from './platform/realtime/realtime.adapter.js';

/**
 * Builds the whole product for one process, ready to listen. Used by `main.ts` and by the journeys. A process that
 * is no gateway listens too, for its health and figures only.
 */
export async function createApplication(configuration: Configuration): Promise<NestFastifyApplication> {
  const application = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(configuration),
    createAdapter(configuration),
    { logger: new PinoLogger(configuration.LOG_LEVEL), abortOnError: false },
  );
  await prepareServer(application, configuration);
  if (configuration.NODE_ENV !== 'test') application.get(Metrics).watchProcess();
  if (configuration.ROLES.includes('gateway')) await prepareGateway(application, configuration);
  application.enableShutdownHooks();
  return application;
}

async function prepareGateway(application: NestFastifyApplication, configuration: Configuration): Promise<void> {
  application.useWebSocketAdapter(new RealtimeAdapter(application));
  const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  if (configuration.PUBLIC_DIAGNOSTICS) {
    await serveBeside(server, 'everybody', () => serveDocumentation(application));
    sayOfAllBelow(server, 'everybody', `/${DOCUMENTATION_PATH}`);
  }
  const hasDesk = deskPlace(configuration) !== 'nowhere';
  if (hasDesk) await serveBeside(server, 'operators', () => serveJobBoard(application));
  const served = [API_PREFIX, DESK_PATH, 'socket.io', ...HEALTH_PATHS];
  const servedAtDesk = hasDesk ? [DESK_API_PATH, JOB_BOARD_PATH] : null;
  await serveBeside(server, 'everybody', () => serveClient(server, configuration, served, servedAtDesk));
}

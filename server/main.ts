import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { createApplication } from './application.js';
import { DeskPort } from './platform/http/desk-port.js';
import { MetricsPort } from './platform/http/metrics-port.js';
import { LISTEN_BACKLOG } from './platform/http/connection-limits.js';
import { ClockWatch } from './platform/clock/clock-watch.js';
import { readConfiguration } from './platform/config/config.js';
import { saidAtStart } from './platform/config/said-at-start.js';
import { requireOwnSecrets } from './platform/config/secrets.js';
import { PinoLogger } from './platform/logging/pino-logger.js';

const configuration = readConfiguration(process.env);
requireOwnSecrets(configuration);
const said = new PinoLogger(configuration.LOG_LEVEL);
for (const line of saidAtStart(process.env, configuration)) said.warn(line, 'Configuration');
const application = await createApplication(configuration);

// A state that nobody foresaw: what is running cannot be trusted any more, so the process ends and is started anew.
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (error: unknown) => {
    new Logger('Process').fatal(error instanceof Error ? error : new Error(String(error)), event);
    process.exit(1);
  });
}

if (configuration.NODE_ENV === 'production') await application.get(ClockWatch).requireOwnClock();
await application.listen({ port: configuration.PORT, host: configuration.HOST, backlog: LISTEN_BACKLOG });
await application.get(DeskPort).listen();
await application.get(MetricsPort).listen();

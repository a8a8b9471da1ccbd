import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Configuration } from './platform/config/config.js';

/** Builds the whole product for one process, ready to listen. Used by `main.ts` and by the journeys. */
export async function createApplication(configuration: Configuration): Promise<NestFastifyApplication> {
  const application = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(configuration),
    new FastifyAdapter({ trustProxy: (_address, hop) => hop < configuration.TRUSTED_PROXIES }),
    { logger: ['error', 'warn'] },
  );
  application.enableShutdownHooks();
  return application;
}

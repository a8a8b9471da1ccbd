import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { CHANNEL_MODELS, describeChannels } from './asyncapi.js';
import { readConfiguration } from './platform/config/config.js';
import { describeApi, describeForPrograms } from './platform/http/api-documentation.js';
import { API_PREFIX, UNPREFIXED } from './platform/http/entrances.js';
import { createAdapter } from './platform/http/http-server.js';

/**
 * Writes or checks the kept descriptions of the product: `server/contract/openapi.json` from the controllers and
 * `server/contract/asyncapi.json` from the channels; and what is served of them to everybody, `client/public/openapi.json` with the calls
 * that programs may make and `client/public/asyncapi.json`. Nothing is started and nothing is connected to.
 * Usage, from the repository's root: `node dist/server/openapi.js --write` or `--check` (exit code 1 on a difference).
 */
async function describeAll(): Promise<{ api: OpenAPIObject; programs: OpenAPIObject; channels: object }> {
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    REDIS_URL: 'redis://127.0.0.1:1',
  });
  const application = await NestFactory.create(AppModule.with(configuration), createAdapter(configuration), {
    preview: true,
    logger: ['error'],
    abortOnError: false,
  });
  application.setGlobalPrefix(API_PREFIX, { exclude: UNPREFIXED });
  const { components } = describeApi(application, CHANNEL_MODELS);
  return {
    api: describeApi(application),
    programs: describeForPrograms(application),
    channels: describeChannels(components?.schemas ?? {}),
  };
}

const { api, programs, channels } = await describeAll();
const documents: [path: string, description: object][] = [
  [resolve('server/contract/openapi.json'), api],
  [resolve('server/contract/asyncapi.json'), channels],
  [resolve('client/public/openapi.json'), programs],
  [resolve('client/public/asyncapi.json'), channels],
];
let differs = false;
for (const [path, description] of documents) {
  const text = `${JSON.stringify(description, null, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(path, text);
  else if (readText(path) !== text) {
    differs = true;
    process.stderr.write(`${path} does not describe the code any more. Run with --write and look at the difference.\n`);
  }
}
process.exit(differs ? 1 : 0);

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

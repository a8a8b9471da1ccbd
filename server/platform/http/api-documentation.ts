import type { INestApplication, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { describeSecurity, forPrograms } from './api-security.js';
import { type Controller, type DeclaredRoute, declaredRoutes } from './route-list.js';
import { DOCUMENTATION_POLICY } from './security-headers.js';

export const DOCUMENTATION_PATH = 'api/docs';

/**
 * The API's description, made from the controllers and DTO classes; nothing of it is written by hand.
 * @param models classes to describe although no call carries them.
 */
export function describeApi(application: INestApplication, models: Type<unknown>[] = []): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Trading gateway')
    .setDescription(
      'Calls take form-encoded or JSON bodies. A refusal answers 200 with `{"type":"error","message","code"}`, the ' +
        'words in the language of the request: header `language-mark` (a mark of `set/lang`, or a plain code), ' +
        'header `lang`, parameter `lang`, `Accept-Language`, else Chinese. Unknown fields are ignored.',
    )
    .setVersion('1')
    .build();
  const document = SwaggerModule.createDocument(application, config, {
    extraModels: models,
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
  });
  sortEnums(document);
  describeSecurity(document, routesIn(application));
  return document;
}

/** The part of the description that programs with a key need, which is served beside the page. */
export function describeForPrograms(application: INestApplication): OpenAPIObject {
  return forPrograms(describeApi(application), routesIn(application));
}

function routesIn(application: INestApplication): DeclaredRoute[] {
  const controllers = [...application.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as unknown as Controller | null),
  );
  return declaredRoutes(controllers);
}

/** The compiler gives the members of a union in an order that changes with unrelated code. */
function sortEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (name === 'enum' && Array.isArray(value))
      value.sort((left, right) => String(left).localeCompare(String(right), 'en'));
    else sortEnums(value);
  }
}

/** Serves the documentation page and its JSON. The page needs a wider policy than the API. */
export function serveDocumentation(application: NestFastifyApplication): void {
  const server = application.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  server.addHook('onSend', (request, reply, _payload, done) => {
    // By the route that was found: the address may be spelled in many ways.
    if (request.routeOptions.url?.startsWith(`/${DOCUMENTATION_PATH}`)) {
      void reply.header('content-security-policy', DOCUMENTATION_POLICY);
    }
    done();
  });
  SwaggerModule.setup(DOCUMENTATION_PATH, application, () => describeApi(application));
}

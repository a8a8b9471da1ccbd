import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorEnvelope, RowsErrorEnvelope } from '../../contract/envelope.dto.js';

type Schema = { $ref: string } | { type: string; items?: { $ref: string } };

/**
 * Describes a call that answers in the usual envelope, or with a refusal: a class, a list of it (`[Class]`), or text.
 */
export function ApiOkEnvelope(payload: Type<unknown> | [Type<unknown>] | 'text'): MethodDecorator & ClassDecorator {
  const model = Array.isArray(payload) ? payload[0] : payload;
  return describe(model === 'text' ? [] : [model], {
    type: 'object',
    required: ['type', 'message'],
    properties: { type: { type: 'string', enum: ['ok'] }, message: payloadSchema(payload) },
  });
}

/** Describes a K-line call, which answers and refuses in a form of its own. */
export function ApiRows(reply: Type<unknown>): MethodDecorator & ClassDecorator {
  return describe([reply], { $ref: getSchemaPath(reply) }, RowsErrorEnvelope);
}

/** Describes a call whose payload stands beside the word: a form of its own, with the usual refusal. */
export function ApiReply(reply: Type<unknown>): MethodDecorator & ClassDecorator {
  return describe([reply], { $ref: getSchemaPath(reply) });
}

function describe(
  models: Type<unknown>[],
  success: object,
  refusal: Type<unknown> = ErrorEnvelope,
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(refusal, ...models),
    ApiOkResponse({ schema: { oneOf: [success, { $ref: getSchemaPath(refusal) }] } }),
  );
}

function payloadSchema(payload: Type<unknown> | [Type<unknown>] | 'text'): Schema {
  if (payload === 'text') return { type: 'string' };
  if (Array.isArray(payload)) return { type: 'array', items: { $ref: getSchemaPath(payload[0]) } };
  return { $ref: getSchemaPath(payload) };
}

import type { Actor } from '../audit/index.js';

/** A signed-in operator. */
export type ActingOperator = Actor & { operatorId: string };

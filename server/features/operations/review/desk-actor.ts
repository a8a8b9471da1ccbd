import type { Actor } from '../audit/index.js';

/** A signed-in operator. */
export type DeskActor = Actor & { operatorId: string };

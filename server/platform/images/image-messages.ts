import type { ImageKind } from './image-header.rules.js';

/** What the gateway asks the decoding process for. */
export interface ImageRequest {
  bytes: Uint8Array;
  kind: ImageKind;
  pixelsMax: number;
  sideMax: number;
}

/** What it answers: `ready` once after its start; null when the picture cannot be read. */
export type ImageAnswer = { ready: true } | { picture: Uint8Array | null };

import type { ImageKind } from './image-header.rules.js';

/** What the gateway asks the decoding process for. */
export interface ImageRequest {
  bytes: Uint8Array;
  kind: ImageKind;
  pixelsMax: number;
  sideMax: number;
}

/** A picture of ours that is to be shown to somebody, with a text all over it that says to whom and when. */
export interface MarkRequest {
  bytes: Uint8Array;
  /** Letters, digits and `-.:_@`; anything else is a gap. */
  mark: string;
}

/** What it answers: `ready` once after its start; null when the picture cannot be read. */
export type ImageAnswer = { ready: true } | { picture: Uint8Array | null };

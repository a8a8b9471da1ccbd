import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isHeardBy } from '../../../contract/rules/key-events.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { type CallPlace, sessionOfKey, type SignedClaim } from '../../../platform/http/keys/key-access.js';
import { KeyDoor } from '../../../platform/http/keys/key-door.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { RealtimeSession } from '../../../platform/realtime/channel-source.js';
import { KeySessions, SessionRegistry } from '../../../platform/realtime/session-resolver.js';
import { ApiKeysStore } from './api-keys.store.js';

/** Tells the sockets who has connected with something that a key has signed. */
@Injectable()
export class ResolveSocketKey extends KeySessions implements OnModuleInit {
  constructor(
    private readonly registry: SessionRegistry,
    private readonly door: KeyDoor,
    private readonly store: ApiKeysStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  onModuleInit(): void {
    this.registry.resolveKeysWith(this);
  }

  /** @throws Refusal those of the door; `api-key.scope` where it may not read. */
  async resolve(claim: SignedClaim, place: CallPlace): Promise<RealtimeSession> {
    const { id, userId, scopes, book, expiresAt } = await this.door.prove(claim, place);
    if (!scopes.includes('read')) throw new Refusal('api-key.scope', { scope: 'read' });
    const hearing = { scopes, isDemo: book === 'demo' };
    return {
      userId,
      sessionId: sessionOfKey(id),
      ...(expiresAt ? { endsAt: expiresAt.getTime() } : {}),
      hears: ({ kind, json }) => isHeardBy(hearing, kind, payloadOf(json)),
    };
  }

  ended(ids: string[]): Promise<string[]> {
    return this.store.dead(ids, new Date(this.clock.now()));
  }
}

/** Of an event's text. What says nothing of itself has none, and no key hears it. */
function payloadOf(json: string): Record<string, unknown> {
  const event: unknown = JSON.parse(json);
  const payload = isObject(event) ? event.payload : null;
  return isObject(payload) ? payload : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { Injectable } from '@nestjs/common';

export type HealthState = 'ok' | 'degraded' | 'down';

export interface HealthPart {
  state: HealthState;
  /** For operators: plain words or figures, nothing secret. */
  detail?: Record<string, string | number | boolean | null>;
}

/** Where every part of the product says how it is. A part that is `down` makes the process not ready. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, () => Promise<HealthPart> | HealthPart>();

  /** Adds a part. The check is called for each readiness request and should answer within a second. */
  part(name: string, check: () => Promise<HealthPart> | HealthPart): void {
    this.checks.set(name, check);
  }

  /** Asks every part; one that fails or takes over a second is `down`. */
  async ask(): Promise<Record<string, HealthPart>> {
    const answers = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await this.within(check)] as const),
    );
    return Object.fromEntries(answers);
  }

  private async within(check: () => Promise<HealthPart> | HealthPart): Promise<HealthPart> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<HealthPart>((settle) => {
      timer = setTimeout(() => settle({ state: 'down', detail: { reason: 'no answer within a second' } }), 1000);
    });
    try {
      return await Promise.race([Promise.resolve().then(check), late]);
    } catch (error) {
      return { state: 'down', detail: { reason: error instanceof Error ? error.name : 'unknown' } };
    } finally {
      clearTimeout(timer);
    }
  }
}

import { SetMetadata } from '@nestjs/common';
import type { JobName, JobPayload } from '../../jobs.js';

export const HANDLES = 'jobs:handles';

/** Marks the one method that does a job. The worker refuses to start when a job has no such method, or two. */
export function Handles<Name extends JobName>(name: Name) {
  return <Method extends (payload: JobPayload<Name>) => Promise<void>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES, name)(target, key, descriptor);
  };
}

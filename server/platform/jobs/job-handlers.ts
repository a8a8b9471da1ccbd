import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { JOB_NAMES, type JobName } from '../../jobs.js';
import { HANDLES } from './handles.js';

export type RunJob = (payload: unknown) => Promise<void>;

interface Found {
  name: JobName;
  place: string;
  run: RunJob;
}

/** Finds the methods that are marked with `@Handles`. */
@Injectable()
export class JobHandlers {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /**
   * The handler of every job.
   * @throws Error naming each job without a handler or with more than one; the worker must not start then.
   */
  collect(): Map<JobName, RunJob> {
    const found = this.discovery.getProviders().flatMap(({ instance }) => this.handlersOf(instance));
    const problems = JOB_NAMES.flatMap((name) => {
      const places = found.filter((handler) => handler.name === name).map((handler) => handler.place);
      if (places.length === 1) return [];
      return [places.length === 0 ? `${name} has no handler` : `${name} has handlers in ${places.join(' and ')}`];
    });
    if (problems.length > 0) throw new Error(`The jobs do not match their handlers: ${problems.join('; ')}.`);
    return new Map(found.map((handler) => [handler.name, handler.run]));
  }

  private handlersOf(instance: unknown): Found[] {
    if (typeof instance !== 'object' || instance === null) return [];
    const prototype = Object.getPrototypeOf(instance) as object | null;
    if (!prototype) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const implementation = (prototype as Record<string, unknown>)[method];
      if (typeof implementation !== 'function') return [];
      const name = this.reflector.get<JobName | undefined>(HANDLES, implementation);
      if (!name) return [];
      const run: RunJob = (payload) => implementation.call(instance, payload) as Promise<void>;
      return [{ name, place: `${instance.constructor.name}.${method}`, run }];
    });
  }
}

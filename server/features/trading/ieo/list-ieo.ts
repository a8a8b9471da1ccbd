import { Injectable } from '@nestjs/common';
import type { PageAsked } from '../../../contract/pages.dto.js';
import { IEO_STATES, IEO_STATUS, type IeoPhase } from '../../../contract/rules/ieo.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type IeoApplication, type IeoProject, IeoStore } from './ieo.store.js';

const WORDS_MAX = 8;

export interface OwnApplication {
  application: IeoApplication;
  project: IeoProject;
}

/** Projects and applications to look at. */
@Injectable()
export class ListIeo {
  constructor(
    private readonly store: IeoStore,
    private readonly clock: Clock,
  ) {}

  /** Those that are not over first, the newest of them. */
  projects(
    query: { phase: IeoPhase | null; keyword: string } & PageAsked,
  ): Promise<{ projects: IeoProject[]; total: number }> {
    const { phase, keyword, page, limit } = query;
    return this.store.projects({ phase, words: wordsOf(keyword), at: this.now(), page, limit });
  }

  /** @throws Refusal `ieo.not-found`. */
  async project(id: number): Promise<IeoProject> {
    const project = await this.store.project(id, this.now());
    if (!project) throw new Refusal('ieo.not-found');
    return project;
  }

  /** @param status the specification's number; null: all. */
  async applications(
    query: { userId: string; status: number | null; keyword: string } & PageAsked,
  ): Promise<{ rows: OwnApplication[]; total: number }> {
    const { userId, status, keyword, page, limit } = query;
    const states = IEO_STATES.filter((state) => status === null || IEO_STATUS[state] === status);
    const { applications, total } = await this.store.applications({
      userId,
      states,
      words: wordsOf(keyword),
      page,
      limit,
    });
    const projects = await this.store.projectsOf(
      [...new Set(applications.map(({ projectId }) => projectId))],
      this.now(),
    );
    const rows = applications.flatMap((application) => {
      const project = projects.get(application.projectId);
      return project ? [{ application, project }] : [];
    });
    return { rows, total };
  }

  /** @throws Refusal `ieo.not-found`. */
  async application(userId: string, id: string): Promise<OwnApplication> {
    const application = await this.store.application(userId, id);
    if (!application) throw new Refusal('ieo.not-found');
    return { application, project: await this.project(application.projectId) };
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function wordsOf(keyword: string): string[] {
  return keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
}

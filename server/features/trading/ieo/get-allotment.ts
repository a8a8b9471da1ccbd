import { Injectable } from '@nestjs/common';
import type { PriceDraw } from '../../../contract/rules/ieo-draw.rules.js';
import { allotmentLeaf, type AllotmentRow, CachedMerkleTree } from '../../../contract/rules/ieo-proof.rules.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type IeoApplication, type IeoProject, type IeoRound, IeoStore } from './ieo.store.js';

/**
 * Rows of all the trees that are kept: of 100,000 rows one is some 15 MB, and takes a second to grow. A page of an application looks
 * at three of them, so those of two large sales at least must stay, or every look would grow them anew.
 */
const CACHED_ROWS = 800_000;
/** What a small tree counts as. */
const LEAST_ROWS = 1000;
const ROWS_AT_ONCE = 20_000;
const FIRST = '';

export interface Proof {
  round: number;
  place: number;
  rows: number;
  path: string[];
  root: string;
}

interface CachedTree {
  tree: CachedMerkleTree;
  places: Map<string, number>;
}

interface Growing {
  cached: Promise<CachedTree>;
  rows: number;
}

/** The published table of an allotment and the proofs of its rows. Nothing is shown before its root stands. */
@Injectable()
export class GetAllotment {
  /** Those that were looked at last are last. */
  private readonly trees = new Map<string, Growing>();

  constructor(
    private readonly store: IeoStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Refusal `ieo.not-found`. */
  async table(
    projectId: number,
    { after, prefix, limit }: { after: string; prefix: string; limit: number },
  ): Promise<{ project: IeoProject; rounds: IeoRound[]; rows: AllotmentRow[]; draw: PriceDraw | null }> {
    const at = new Date(this.clock.now());
    const project = await this.store.project(projectId, at);
    if (!project) throw new Refusal('ieo.not-found');
    const rounds = await this.store.rounds(projectId);
    // Before they are sealed, applications may still be added.
    if (rounds.length === 0) return { project, rounds, rows: [], draw: null };
    const rows = await this.store.rows(projectId, { after, prefix, limit, at });
    return { project, rounds, rows, draw: await this.store.draw(projectId) };
  }

  /** Where an application stands in each round that is sealed. */
  async proofs(project: IeoProject, { account }: Pick<IeoApplication, 'account'>): Promise<Proof[]> {
    const proofs: Proof[] = [];
    for (const { round, root, rows } of await this.store.rounds(project.id)) {
      const { tree, places } = await this.cached(project, round, rows);
      const place = places.get(account);
      if (place !== undefined) proofs.push({ round, place, rows, path: tree.path(place), root });
    }
    return proofs;
  }

  private cached(project: IeoProject, round: number, rows: number): Promise<CachedTree> {
    const name = `${project.id}:${round}`;
    const known = this.trees.get(name);
    const growing = known ?? { cached: this.grow(project, round), rows: Math.max(rows, LEAST_ROWS) };
    this.trees.delete(name);
    this.trees.set(name, growing);
    if (!known) {
      growing.cached.catch(() => this.trees.delete(name));
      this.forgetOldest();
    }
    return growing.cached;
  }

  private forgetOldest(): void {
    let rows = [...this.trees.values()].reduce((sum, tree) => sum + tree.rows, 0);
    for (const [name, tree] of this.trees) {
      if (rows <= CACHED_ROWS) return;
      this.trees.delete(name);
      rows -= tree.rows;
    }
  }

  private async grow(project: IeoProject, round: number): Promise<CachedTree> {
    const leaves: string[] = [];
    const places = new Map<string, number>();
    for (let after = FIRST; ; ) {
      const at = new Date(this.clock.now());
      const rows = await this.store.rows(project.id, { after, prefix: '', limit: ROWS_AT_ONCE, at });
      for (const row of rows) {
        const leaf = allotmentLeaf(project.id, round, row, project.cap);
        if (leaf === null) continue;
        places.set(row.account, leaves.length);
        leaves.push(leaf);
      }
      after = rows.at(-1)?.account ?? FIRST;
      if (rows.length < ROWS_AT_ONCE) return { tree: new CachedMerkleTree(leaves), places };
    }
  }
}

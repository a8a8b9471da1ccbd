/** Entities whose versions are remembered; the one that has not been heard of for longest is forgotten first. */
const VERSIONS_RETAINED = 5000;

/**
 * Which version of each thing was last applied. An event counts only if it is newer: one that comes twice, or after a
 * state that holds it already, changes nothing.
 */
export class EntityVersions {
  private readonly versions = new Map<string, number>();

  /** Whether the version is higher than any known of the entity. It is the known one from now on. */
  isNew(entity: string, version: number): boolean {
    const known = this.versions.get(entity);
    if (known !== undefined && known >= version) return false;
    this.versions.delete(entity);
    this.versions.set(entity, version);
    const [oldest] = this.versions.keys();
    if (this.versions.size > VERSIONS_RETAINED && oldest !== undefined) this.versions.delete(oldest);
    return true;
  }

  clear(): void {
    this.versions.clear();
  }
}

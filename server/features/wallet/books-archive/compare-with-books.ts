import { ArchiveFault, require } from './archive-fault.rules.js';
import { type ArchivedJournal, type ArchivedSeal, type ArchiveLine, journalOf, lineOf } from './archive-lines.rules.js';
import type { ArchivedBooksStore, ArchiveRow } from './archived-books.store.js';
import type { FileDigest } from './archive-content.js';
import type { DatedSeal, SealedJournalsStore } from './sealed-journals.store.js';
import type { RunningBalances } from './running-balances.rules.js';
import { amountOf } from './running-balances.rules.js';

const POSTINGS_AT_ONCE = 20_000;
const SEALS_AT_ONCE = 500;
const ACCOUNTS_AT_ONCE = 1000;
/** Accounts of which each is named. */
const NAMED = 5;

/** Holds the files against the database, line by line as they are read: what is in one is in the other. */
export class CompareWithBooks {
  private seals: AsyncGenerator<DatedSeal> | null = null;
  private journals: AsyncGenerator<ArchivedJournal> | null = null;
  private seal: string | null = null;

  constructor(
    private readonly sealed: SealedJournalsStore,
    private readonly archived: ArchivedBooksStore,
  ) {}

  /** Which books the database has; null where nothing is sealed. */
  books(): Promise<string | null> {
    return this.archived.books();
  }

  lastFile(): Promise<string> {
    return this.archived.lastFile();
  }

  /** How long a file is, as it is noted; null where nothing is. */
  async bytesOf(file: string): Promise<number | null> {
    return (await this.archived.file(file))?.bytes ?? null;
  }

  /** To be called ahead of each file: nothing is known of where it goes on. */
  begin(): void {
    [this.seals, this.journals, this.seal] = [null, null, null];
  }

  /** @throws ArchiveFault where the database has something else. */
  async take(line: ArchiveLine): Promise<void> {
    if ('seal' in line) await this.takeSeal(line);
    else if ('journal' in line) await this.takeJournal(line);
    else if ('end' in line) await this.closeSeal();
  }

  /** What is noted of the file. @returns false where nothing is. @throws ArchiveFault where it is another one. */
  async takeFile(file: string, key: string, digest: FileDigest): Promise<boolean> {
    const row: ArchiveRow | null = await this.archived.file(file);
    if (!row) return false;
    require(row.hash === digest.hash && row.bytes === digest.bytes && row.key === key, () =>
      `the database notes another one, with the SHA-256 ${row.hash}`);
    return true;
  }

  /** What is different of the balances after the last journal that is archived. */
  async balanceFaults(balances: RunningBalances, lastJournal: string): Promise<string[]> {
    const faults: string[] = [];
    for (const { account, missing, journal } of balances.gaps()) {
      if (await this.archived.isLater(account, missing, lastJournal)) continue;
      faults.push(`journal ${journal} posts to account ${account} after posting ${missing}, which is nowhere`);
    }
    let batch: { account: string; sequence: string; balance: string }[] = [];
    const stray: string[] = [];
    const ask = async () => {
      stray.push(...(await this.archived.strayAccounts(batch, lastJournal)));
      batch = [];
    };
    for (const [account, { sequence, balance }] of balances.accounts) {
      batch.push({ account, sequence: String(sequence), balance: amountOf(balance) });
      if (batch.length >= ACCOUNTS_AT_ONCE) await ask();
    }
    await ask();
    const named = stray.slice(0, NAMED).map((account) => `account ${account} has not the balance of the archive`);
    const more =
      stray.length > NAMED ? [`${stray.length - NAMED} other accounts have not the balance of the archive`] : [];
    return [...faults, ...named, ...more];
  }

  private async takeSeal(seal: ArchivedSeal): Promise<void> {
    await this.closeSeal();
    this.seals ??= this.sealsFrom(seal.seal);
    const { value: known } = await this.seals.next();
    require(known !== undefined && isSame(known, seal), () => `the database has another seal ${seal.seal}`);
    [this.seal, this.journals] = [seal.seal, this.journalsOf(seal)];
  }

  private async takeJournal(journal: ArchivedJournal): Promise<void> {
    const { value: known } = (await this.journals?.next()) ?? { value: undefined };
    require(known !== undefined, () => `journal ${journal.journal} is not in the database`);
    if (known.journal !== journal.journal) {
      const isLess = BigInt(known.journal) < BigInt(journal.journal);
      throw new ArchiveFault(
        isLess ? `the database has journal ${known.journal}, too` : `journal ${journal.journal} is not in the database`,
      );
    }
    require(lineOf(known) === lineOf(journal), () => `journal ${journal.journal} is another one in the database`);
  }

  private async closeSeal(): Promise<void> {
    const { value: known } = (await this.journals?.next()) ?? { value: undefined };
    require(known === undefined, () => `the database has journal ${known?.journal} under seal ${this.seal}, too`);
    this.journals = null;
  }

  private async *sealsFrom(seal: string): AsyncGenerator<DatedSeal, undefined> {
    for (let number = BigInt(seal); ; ) {
      const page = await this.sealed.sealsFrom(String(number), SEALS_AT_ONCE);
      yield* page;
      const last = page.at(-1);
      if (!last) return undefined;
      number = BigInt(last.seal) + 1n;
    }
  }

  private async *journalsOf({ firstJournal, lastJournal }: ArchivedSeal): AsyncGenerator<ArchivedJournal, undefined> {
    for (let first = BigInt(firstJournal); first <= BigInt(lastJournal); ) {
      const slice = await this.sealed.slice(String(first), lastJournal, POSTINGS_AT_ONCE);
      for (const row of slice.journals) yield journalOf(row);
      first = BigInt(slice.upTo) + 1n;
    }
    return undefined;
  }
}

function isSame({ day: _day, ...known }: DatedSeal, seal: ArchivedSeal): boolean {
  return lineOf(known) === lineOf(seal);
}

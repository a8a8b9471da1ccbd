/** The front door of the tape: the record of index and mark that options and liquidations are decided from. */
export { ReadTape } from './read-tape.js';
export { isTaped, RecordTape, sampleOf } from './record-tape.js';
export { SettlingMarkets } from './settling-markets.js';
export { TapeModule } from './tape.module.js';
export { TapeUpdates } from './tape-updates.js';
export { isContradicted, isStillTaped } from './taped-days.js';
export type { TapedMark } from './tape-reads.store.js';
export { storedPath } from './stored-path.rules.js';
export { storedSample } from './stored-sample.rules.js';
export type { TapeWriter } from './tape-writer.js';
export { TAPE_LATE_SECONDS } from './watch-tape.js';
export { WitnessedHead } from './witnessed-head.js';
